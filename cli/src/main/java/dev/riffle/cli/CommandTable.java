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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Lists all commands. */
public final class CommandTable {

    private static final Map<String, Supplier<Object>> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("demo", DemoCommand::new);
        COMMANDS.put("info", InfoCommand::new);
        COMMANDS.put("count", CountCommand::new);
        COMMANDS.put("cat", CatCommand::new);
        COMMANDS.put("head", HeadCommand::new);
        COMMANDS.put("tail", TailCommand::new);
        COMMANDS.put("get", GetCommand::new);
        COMMANDS.put("index", IndexCommand::new);
        COMMANDS.put("parse", ParseCommand::new);
        COMMANDS.put("tensor", TensorCommand::new);
        COMMANDS.put("verify", VerifyCommand::new);
        COMMANDS.put("repair", RepairCommand::new);
        COMMANDS.put("diff", DiffCommand::new);
        COMMANDS.put("import", ImportCommand::new);
        COMMANDS.put("export", ExportCommand::new);
        COMMANDS.put("convert", ConvertCommand::new);
        COMMANDS.put("plan", PlanCommand::new);
        COMMANDS.put("split", SplitCommand::new);
        COMMANDS.put("merge", MergeCommand::new);
        COMMANDS.put("take", TakeCommand::new);
        COMMANDS.put("slice", SliceCommand::new);
        COMMANDS.put("sample", SampleCommand::new);
        COMMANDS.put("shuffle", ShuffleCommand::new);
        COMMANDS.put("dedupe", DedupeCommand::new);
        COMMANDS.put("filter", FilterCommand::new);
        COMMANDS.put("recompress", RecompressCommand::new);
        COMMANDS.put("append", AppendCommand::new);
        COMMANDS.put("show", ShowCommand::new);
        COMMANDS.put("images", ImagesCommand::new);
        COMMANDS.put("message", MessageCommand::new);
        COMMANDS.put("completion", CompletionCommand::new);
        COMMANDS.put("help", HelpCommand::new);
    }

    private CommandTable() {}

    /**
     * Returns a parser for these arguments. The parser contains only the command that the arguments name, because a
     * small command should not load the other commands. Without a name in the arguments, the parser contains all
     * commands.
     */
    static CommandLine commandLine(String... arguments) {
        if (arguments.length > 0 && COMMANDS.containsKey(arguments[0])) {
            CommandLine one = new CommandLine(new RiffleCommand());
            one.addSubcommand(arguments[0], COMMANDS.get(arguments[0]).get());
            return one;
        }
        return all();
    }

    /** Returns a parser for all commands. */
    public static CommandLine all() {
        CommandLine all = new CommandLine(new RiffleCommand());
        COMMANDS.forEach((name, command) -> all.addSubcommand(name, command.get()));
        return all;
    }
}
