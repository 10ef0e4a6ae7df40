package dev.riffle.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code riffle completion}. */
@Command(
        name = "completion",
        description = {
            "Prints a script that lets bash or zsh complete riffle's commands and flags.",
            "In bash: source <(riffle completion)"
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
