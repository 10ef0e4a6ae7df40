/**
 * The {@code riffle} command.
 *
 * <p>Open {@link dev.riffle.cli.CommandTable} first: it lists the commands. Each has a class of picocli flags, which makes
 * a {@link dev.riffle.cli.Request} of what was typed; the request runs against a {@link dev.riffle.cli.Terminal}, never
 * against {@code System.in} and its siblings, which only {@link dev.riffle.cli.Main} knows. {@link dev.riffle.cli.Riffle}
 * goes from arguments to exit code and turns what is thrown into a line for the user. Everything runs on one thread, but for
 * {@link dev.riffle.cli.PictureReading}, which reads ahead.
 */
@NullMarked
package dev.riffle.cli;

import org.jspecify.annotations.NullMarked;
