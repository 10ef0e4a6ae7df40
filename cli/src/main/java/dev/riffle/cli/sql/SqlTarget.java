package dev.riffle.cli.sql;

import dev.riffle.cli.output.TextOutput;
import dev.riffle.io.Compression;

/**
 * Describes the output of a query.
 *
 * @param file the file, or standard output
 * @param compression the compression of text and records
 * @param full whether a table on a terminal is complete
 */
record SqlTarget(TextOutput file, OutputKind kind, Compression compression, boolean full) {}
