package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.print.PrintRequest;

/**
 * Holds the settings of a rewriting command's inputs.
 *
 * @param read the format and compression, if the flags set them
 * @param damage the way to handle damage
 * @param sets the way to handle incomplete sets
 */
record RewriteInput(ReadSettings read, PrintRequest.Damage damage, InputFile.Sets sets) {}
