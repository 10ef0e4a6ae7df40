package dev.riffle.cli;

import dev.riffle.cli.terminal.CommonFlags;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Defines the flags of the top-level command. */
@Command(name = "riffle")
final class RiffleCommand {

    @Mixin
    private CommonFlags common = new CommonFlags();
}
