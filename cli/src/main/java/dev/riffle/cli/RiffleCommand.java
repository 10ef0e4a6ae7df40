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

    /** The short form that only the top-level command has, because {@code -v} inverts the condition of filter. */
    static final String VERSION = "-v";

    @Option(
            names = {VERSION, "-V"},
            description = "Prints the version.")
    private boolean version;
}
