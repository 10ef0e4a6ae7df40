/**
 * Connects commands with their users: streams, screen, styles, messages and exit codes.
 *
 * <p>Open {@link dev.riffle.cli.terminal.Terminal} first. A command is a {@link dev.riffle.cli.terminal.Request} that
 * runs against a terminal. {@link dev.riffle.cli.terminal.PaintedText} has colours, and {@link
 * dev.riffle.cli.terminal.TextTable} fits the screen. All text for people passes through {@link
 * dev.riffle.cli.terminal.Escapes}, so that no file name controls the screen. {@link dev.riffle.cli.terminal.FlagText}
 * describes the flags of several commands, and {@link dev.riffle.cli.terminal.Choices} lists the words that they
 * accept. {@link dev.riffle.cli.terminal.ProgressBar} and {@link dev.riffle.cli.terminal.OrderedOutput} serve several
 * threads. All other objects belong to one thread.
 */
@NullMarked
package dev.riffle.cli.terminal;

import org.jspecify.annotations.NullMarked;
