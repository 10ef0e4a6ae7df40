package dev.riffle.cli.rewrite;

import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.print.PrintRequest;

/**
 * Says how a rewriting command reads its inputs.
 *
 * @param read the format and compression, if the flags give them
 * @param damage what happens at damage
 * @param sets what happens to incomplete sets
 */
record RewriteInput(ReadSettings read, PrintRequest.Damage damage, InputFile.Sets sets) {}
