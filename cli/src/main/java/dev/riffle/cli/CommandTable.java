package dev.riffle.cli;

import dev.riffle.cli.convert.ConvertCommand;
import dev.riffle.cli.convert.ExportCommand;
import dev.riffle.cli.convert.ImportCommand;
import dev.riffle.cli.image.ImagesCommand;
import dev.riffle.cli.image.ShowCommand;
import dev.riffle.cli.inspect.CountCommand;
import dev.riffle.cli.inspect.IndexCommand;
import dev.riffle.cli.inspect.InfoCommand;
import dev.riffle.cli.inspect.VerifyCommand;
import dev.riffle.cli.print.CatCommand;
import dev.riffle.cli.print.GetCommand;
import dev.riffle.cli.print.HeadCommand;
import dev.riffle.cli.print.MessageCommand;
import dev.riffle.cli.print.ParseCommand;
import dev.riffle.cli.print.TailCommand;
import dev.riffle.cli.print.TensorCommand;
import dev.riffle.cli.rewrite.AppendCommand;
import dev.riffle.cli.rewrite.DedupeCommand;
import dev.riffle.cli.rewrite.DiffCommand;
import dev.riffle.cli.rewrite.FilterCommand;
import dev.riffle.cli.rewrite.MergeCommand;
import dev.riffle.cli.rewrite.PlanCommand;
import dev.riffle.cli.rewrite.RecompressCommand;
import dev.riffle.cli.rewrite.RepairCommand;
import dev.riffle.cli.rewrite.SampleCommand;
import dev.riffle.cli.rewrite.ShuffleCommand;
import dev.riffle.cli.rewrite.SliceCommand;
import dev.riffle.cli.rewrite.SplitCommand;
import dev.riffle.cli.rewrite.TakeCommand;
import dev.riffle.cli.sql.SqlCommand;
import dev.riffle.cli.terminal.Color;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Creates commands by name. {@link HelpTopic} lists their names and texts. */
public final class CommandTable {

    private CommandTable() {}

    /** Returns a new command; null for an unknown name. */
    private static @Nullable Object create(String name) {
        return switch (name) {
            case "demo" -> new DemoCommand();
            case "info" -> new InfoCommand();
            case "count" -> new CountCommand();
            case "cat" -> new CatCommand();
            case "head" -> new HeadCommand();
            case "tail" -> new TailCommand();
            case "get" -> new GetCommand();
            case "index" -> new IndexCommand();
            case "parse" -> new ParseCommand();
            case "tensor" -> new TensorCommand();
            case "verify" -> new VerifyCommand();
            case "repair" -> new RepairCommand();
            case "diff" -> new DiffCommand();
            case "sql" -> new SqlCommand();
            case "import" -> new ImportCommand();
            case "export" -> new ExportCommand();
            case "convert" -> new ConvertCommand();
            case "plan" -> new PlanCommand();
            case "split" -> new SplitCommand();
            case "merge" -> new MergeCommand();
            case "take" -> new TakeCommand();
            case "slice" -> new SliceCommand();
            case "sample" -> new SampleCommand();
            case "shuffle" -> new ShuffleCommand();
            case "dedupe" -> new DedupeCommand();
            case "filter" -> new FilterCommand();
            case "recompress" -> new RecompressCommand();
            case "append" -> new AppendCommand();
            case "show" -> new ShowCommand();
            case "images" -> new ImagesCommand();
            case "message" -> new MessageCommand();
            case "completion" -> new CompletionCommand();
            case "help" -> new HelpCommand();
            case "version" -> new VersionCommand();
            default -> null;
        };
    }

    /**
     * Returns a parser for these arguments. The parser contains only the command that the first argument names, except
     * flags and their values, because a small command should not load the other commands. Without a name, the parser
     * contains no commands.
     */
    static CommandLine commandLine(String... arguments) {
        CommandLine one = new CommandLine(new RiffleCommand());
        int first = 0;
        while (first < arguments.length && arguments[first].startsWith("-")) {
            // No other flag before the command has a value.
            first += arguments[first].equals(Color.FLAG) ? 2 : 1;
        }
        Object command = first < arguments.length ? create(arguments[first]) : null;
        if (command != null) {
            one.addSubcommand(arguments[first], command);
        }
        return one;
    }

    /** Returns a parser for all commands. */
    public static CommandLine all() {
        CommandLine all = new CommandLine(new RiffleCommand());
        for (String name : HelpTopic.commands()) {
            Object command = create(name);
            if (command == null) {
                throw new AssertionError("unknown command in the table of help: " + name);
            }
            all.addSubcommand(name, command);
        }
        return all;
    }
}
