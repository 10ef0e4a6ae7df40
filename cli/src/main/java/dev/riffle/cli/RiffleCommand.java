package dev.riffle.cli;

import dev.riffle.cli.terminal.CommonFlags;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the flags of the top-level command. */
@Command(name = "riffle")
final class RiffleCommand {

    @Mixin
    private CommonFlags common = new CommonFlags();

    /** Short forms that only the top-level command has, because {@code -v} inverts a search in filter, as in grep. */
    @Option(
            names = {"-v", "-V"},
            versionHelp = true,
            description = "Prints the version.")
    private boolean version;
}
