/**
 * The {@code riffle} command.
 *
 * <p>Open {@link dev.riffle.cli.CommandTable} first: it lists the commands. Each command has a class of picocli flags,
 * which makes a {@link dev.riffle.cli.terminal.Request} of what was typed. The request runs against a
 * {@link dev.riffle.cli.terminal.Terminal}, never against {@code System.in} and its siblings, which only
 * {@link dev.riffle.cli.Main} knows. {@link dev.riffle.cli.Riffle} goes from arguments to an exit code and turns
 * exceptions into lines for the user. The commands are in packages by subject; commands run on one thread unless their
 * package says otherwise.
 */
@NullMarked
package dev.riffle.cli;

import org.jspecify.annotations.NullMarked;
