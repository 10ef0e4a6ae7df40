package dev.riffle.cli;

import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Defines the flags of {@code riffle version}. */
@Command(name = "version", description = "Prints the version of riffle, like --version.")
final class VersionCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Override
    public Request request() {
        return terminal -> {
            terminal.printLine("riffle " + Version.number());
            return ExitCode.FINE;
        };
    }
}
