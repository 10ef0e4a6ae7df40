package dev.riffle.cli;

import dev.riffle.cli.terminal.Choices;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Defines the flags of {@code riffle completion}. */
@Command(
        name = "completion",
        description = {
            "Prints a script that completes commands, flags, values of flags and file names.",
            "To complete in every new shell, add 'source <(riffle completion bash)' to ~/.bashrc, or"
                    + " 'source <(riffle completion zsh)' to ~/.zshrc."
        })
final class CompletionCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Parameters(
            paramLabel = "SHELL",
            arity = "0..1",
            completionCandidates = Choices.Shells.class,
            description = "Prints the script for this shell: ${COMPLETION-CANDIDATES}. Default: bash.")
    private String shell = "bash";

    @Override
    public Request request() {
        if (!shell.equals("bash") && !shell.equals("zsh")) {
            throw new IllegalArgumentException("SHELL must be bash or zsh: " + shell);
        }
        return terminal -> {
            CompletionModel.Command riffle = CompletionModel.riffle();
            terminal.print(shell.equals("zsh") ? ZshCompletion.script(riffle) : BashCompletion.script(riffle));
            return ExitCode.FINE;
        };
    }
}
