package dev.riffle.cli;

import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Defines the flags of {@code riffle help}. */
@Command(name = "help", description = "Prints the help of riffle or of a command, like --help.")
final class HelpCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "Prints the help of this command.")
    private List<String> command = List.of();

    @Override
    public Request request() {
        CommandLine at = CommandTable.all();
        for (String word : command) {
            CommandLine next = at.getSubcommands().get(word);
            if (next == null) {
                throw new IllegalArgumentException("riffle help: unknown command: " + String.join(" ", command));
            }
            at = next;
        }
        String usage = at.getUsageMessage(CommandLine.Help.Ansi.OFF);
        return terminal -> {
            terminal.print(usage);
            return ExitCode.FINE;
        };
    }
}
