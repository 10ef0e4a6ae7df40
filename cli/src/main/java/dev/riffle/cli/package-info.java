/**
 * Implements the {@code riffle} command.
 *
 * <p>Open {@link dev.riffle.cli.CommandTable} first: it lists the commands. Each command has a class of picocli flags,
 * which creates a {@link dev.riffle.cli.terminal.Request} from the arguments. The request runs against a {@link
 * dev.riffle.cli.terminal.Terminal}. Only {@link dev.riffle.cli.Main} uses {@code System.in} and the other standard
 * streams. {@link dev.riffle.cli.Riffle} runs the command for the arguments, reports exceptions to the user, and
 * returns an exit code. The commands are in packages by subject. Commands run on one thread unless their package says
 * otherwise.
 */
@NullMarked
package dev.riffle.cli;

import org.jspecify.annotations.NullMarked;
