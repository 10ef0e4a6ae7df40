package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.print.PrintRequest;

/**
 * How commands that make record files of record files read.
 *
 * @param read format and compression, where they are not to be recognised
 * @param damage what happens to damage
 * @param sets what happens to sets that are not whole
 */
record SurgeryInput(ReadSettings read, PrintRequest.Damage damage, InputFile.Sets sets) {}
