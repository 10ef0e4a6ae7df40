package dev.riffle.cli;

import dev.riffle.cli.terminal.ClosedPipeException;
import dev.riffle.cli.terminal.Color;
import dev.riffle.cli.terminal.CommonFlags;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.Flags;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Screen;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.MalformedTextException;
import dev.riffle.filter.FilterSyntaxException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Runs a command from its arguments and returns an exit code. */
public final class Riffle {

    private Riffle() {}

    /** Runs a command and reports every error on the terminal. */
    public static int run(Terminal terminal, String... arguments) {
        Terminal used = List.of(arguments).contains(CommonFlags.DEBUG) ? terminal.withStackTraces() : terminal;
        try {
            ExitCode code = parseAndRun(used, arguments);
            used.out().flush();
            return code.number();
        } catch (ClosedPipeException e) {
            return ExitCode.FINE.number();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            return afterFailure(used, e).number();
        }
    }

    private static ExitCode afterFailure(Terminal terminal, Throwable failure) {
        try {
            terminal.out().flush();
        } catch (ClosedPipeException e) {
            return ExitCode.FINE;
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        terminal.report(failure);
        return Failures.exitCode(failure);
    }

    private static ExitCode parseAndRun(Terminal terminal, String... arguments) throws IOException {
        CommandLine commands = CommandTable.commandLine(arguments);
        String[] words = FlagHints.withoutShorthand(commands, arguments);
        ParseResult parsed;
        try {
            parsed = commands.parseArgs(words);
        } catch (ParameterException e) {
            return wrongUse(terminal, e, words);
        }
        CommandLine asked = deepest(parsed);
        if (asked.isVersionHelpRequested() || parsed.hasMatchedOption(RiffleCommand.VERSION)) {
            terminal.printLine("riffle " + Version.number());
            return ExitCode.FINE;
        }
        if (asked.isUsageHelpRequested()) {
            terminal.print(HelpPage.of(asked));
            return ExitCode.FINE;
        }
        if (!(asked.getCommandSpec().userObject() instanceof Flags flags)) {
            terminal.reportLines(HelpPage.of(asked));
            return ExitCode.WRONG_USE;
        }
        Optional<String> badValue = WrongUse.badValue(asked.getCommandSpec(), words);
        if (badValue.isPresent()) {
            terminal.report(badValue.get());
            reportHelp(terminal, asked);
            return ExitCode.WRONG_USE;
        }
        Request request;
        Screen screen;
        try {
            screen = terminal.screen().withColor(color(parsed));
            request = flags.request();
        } catch (IllegalArgumentException | FilterSyntaxException | MalformedTextException e) {
            terminal.report(e);
            reportHelp(terminal, asked);
            return ExitCode.WRONG_USE;
        }
        Terminal used = terminal.withScreen(screen);
        return request.run(isQuiet(parsed) ? used.quiet() : used);
    }

    private static CommandLine deepest(ParseResult parsed) {
        ParseResult at = parsed;
        while (at.hasSubcommand() && !isHelp(at)) {
            at = at.subcommand();
        }
        return at.commandSpec().commandLine();
    }

    private static boolean isQuiet(ParseResult parsed) {
        return parsed.hasMatchedOption(CommonFlags.QUIET) || (parsed.hasSubcommand() && isQuiet(parsed.subcommand()));
    }

    private static Color color(ParseResult parsed) {
        Color below = parsed.hasSubcommand() ? color(parsed.subcommand()) : Color.AUTO;
        return parsed.hasMatchedOption(Color.FLAG)
                ? Color.typed(parsed.<String>matchedOptionValue(Color.FLAG, "auto"))
                : below;
    }

    private static boolean isHelp(ParseResult parsed) {
        return parsed.isUsageHelpRequested() || parsed.isVersionHelpRequested();
    }

    private static ExitCode wrongUse(Terminal terminal, ParameterException e, String... words) {
        CommandLine where = e.getCommandLine();
        terminal.report(where.getCommandSpec().qualifiedName() + ": " + WrongUse.describe(terminal, e, words));
        reportHelp(terminal, where);
        if (terminal.detail() == Terminal.Detail.STACK_TRACE) {
            terminal.reportStack(e);
        }
        return ExitCode.WRONG_USE;
    }

    private static void reportHelp(Terminal terminal, CommandLine where) {
        terminal.report("for usage, run '" + where.getCommandSpec().qualifiedName() + " --help'");
    }
}
