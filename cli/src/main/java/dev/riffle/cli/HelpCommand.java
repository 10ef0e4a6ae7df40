package dev.riffle.cli;

import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Defines the flags of {@code riffle help}. */
@Command(name = "help", description = "Prints the help of riffle or of a command, like --help.")
final class HelpCommand implements Flags {

    @Mixin
    private CommonFlags common = new CommonFlags();

    @Parameters(
            paramLabel = "COMMAND",
            arity = "0..*",
            completionCandidates = HelpTopic.Names.class,
            description = "Prints the help of this command.")
    private List<String> command = List.of();

    @Override
    public Request request() {
        CommandLine at = CommandTable.all();
        for (String word : command) {
            Map<String, CommandLine> commands = at.getSubcommands();
            CommandLine next = commands.get(word);
            if (next == null) {
                throw new IllegalArgumentException("riffle help: "
                        + WrongUse.unknownCommand(at.getCommandSpec().qualifiedName(), word, commands.keySet()));
            }
            at = next;
        }
        String page = HelpPage.of(at);
        return terminal -> {
            terminal.print(page);
            return ExitCode.FINE;
        };
    }
}
