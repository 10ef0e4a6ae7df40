package dev.riffle.cli.print;

import dev.riffle.cli.terminal.CommonFlags;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Defines the command {@code riffle message} with the subcommands {@code read} and {@code write}. */
@Command(
        name = "message",
        description = "Reads or writes a file that is one message without framing.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {MessageReadCommand.class, MessageWriteCommand.class})
public final class MessageCommand {

    @Mixin
    private CommonFlags common = new CommonFlags();
}
