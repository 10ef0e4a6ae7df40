/**
 * Implements the commands that print records: {@code cat}, {@code head}, {@code tail}, {@code get}, {@code parse},
 * {@code tensor}, {@code message}.
 *
 * <p>Open {@link dev.riffle.cli.print.RecordPrinter} first. {@link dev.riffle.cli.inspect} has the commands that
 * report on files. Each request runs on one thread.
 */
@NullMarked
package dev.riffle.cli.print;

import org.jspecify.annotations.NullMarked;
