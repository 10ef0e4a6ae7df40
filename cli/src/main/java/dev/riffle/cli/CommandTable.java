package dev.riffle.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** All commands. */
final class CommandTable {

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

    /** A parser for these arguments. It knows only the command that they name, since a small command should not pay for the others, or all if they name none. */
    static CommandLine commandLine(String... arguments) {
        if (arguments.length > 0 && COMMANDS.containsKey(arguments[0])) {
            CommandLine one = new CommandLine(new RiffleCommand());
            one.addSubcommand(arguments[0], COMMANDS.get(arguments[0]).get());
            return one;
        }
        return all();
    }

    /** A parser that knows all commands. */
    static CommandLine all() {
        CommandLine all = new CommandLine(new RiffleCommand());
        COMMANDS.forEach((name, command) -> all.addSubcommand(name, command.get()));
        return all;
    }
}
