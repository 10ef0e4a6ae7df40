/**
 * Describes and checks the files that a command writes.
 *
 * <p>Open {@link dev.riffle.cli.output.OutputFiles} first for record files and
 * {@link dev.riffle.cli.output.TextOutput} for text. {@link dev.riffle.cli.output.OutputCheck} rejects an output that
 * is also an input. Each object belongs to one thread.
 */
@NullMarked
package dev.riffle.cli.output;

import org.jspecify.annotations.NullMarked;
