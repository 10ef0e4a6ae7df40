package dev.riffle.cli;

import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Defines the flags of {@code riffle completion}. */
@Command(
        name = "completion",
        description = {
            "Prints a script for command completion in bash and zsh.",
            "For bash, run: source <(riffle completion)"
        })
final class CompletionCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Override
    public Request request() {
        return terminal -> {
            terminal.print(AutoComplete.bash("riffle", CommandTable.all()));
            return ExitCode.FINE;
        };
    }
}
