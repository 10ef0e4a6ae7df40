/**
 * Implements the commands that report on files and write only index files: {@code info}, {@code count}, {@code verify},
 * {@code index}.
 *
 * <p>Open {@link dev.riffle.cli.inspect.VerifyRequest} first. {@link dev.riffle.cli.print} has the commands that print
 * single records. {@code count} and {@code verify} use several threads through
 * {@link dev.riffle.cli.input.ParallelFiles}.
 */
@NullMarked
package dev.riffle.cli.inspect;

import org.jspecify.annotations.NullMarked;
