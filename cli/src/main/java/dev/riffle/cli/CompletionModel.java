package dev.riffle.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Lists the words that a completion script offers, in terms that suit every shell. */
final class CompletionModel {

    private static final Set<String> FILE_LABELS = Set.of("FILE", "DIR");

    /** Lists the kinds of values. */
    enum Kind {
        /** The flag has no value. */
        NONE,
        /** A file or a folder. */
        FILE,
        /** One of a few words. */
        WORD,
        /** A number, a name or another text that a shell cannot know. */
        OTHER
    }

    /**
     * A flag.
     *
     * @param names its names
     * @param summary the beginning of its description
     * @param label the name of its value
     * @param kind the kind of its value
     * @param words the allowed words, if the kind is {@link Kind#WORD}
     */
    record Flag(List<String> names, String summary, String label, Kind kind, List<String> words) {}

    /**
     * A command.
     *
     * @param name the words after {@code riffle}; empty for riffle itself
     * @param summary a description of a few words
     * @param commands its commands
     * @param flags its flags
     * @param words the words that its argument allows; empty for file names
     * @param arguments the kind of its arguments
     */
    record Command(
            String name, String summary, List<Command> commands, List<Flag> flags, List<String> words, Kind arguments) {

        /** Returns the last word of the name. */
        String word() {
            return name.substring(name.lastIndexOf(' ') + 1);
        }
    }

    private CompletionModel() {}

    /** Returns riffle with all its commands. */
    static Command riffle() {
        return command("", CommandTable.all().getCommandSpec());
    }

    private static Command command(String name, CommandSpec spec) {
        List<Command> commands = new ArrayList<>();
        for (CommandLine each : spec.subcommands().values()) {
            CommandSpec nested = each.getCommandSpec();
            commands.add(command(name.isEmpty() ? nested.name() : name + " " + nested.name(), nested));
        }
        List<Flag> flags = new ArrayList<>();
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
                flags.add(new Flag(
                        List.of(option.names()), summary(option), option.paramLabel(), kind(option), words(option)));
            }
        }
        List<PositionalParamSpec> arguments = spec.positionalParameters();
        List<String> words = arguments.isEmpty() ? List.of() : words(arguments.get(0));
        Kind kind = words.isEmpty() ? Kind.FILE : Kind.WORD;
        return new Command(
                name,
                name.isEmpty() ? "" : HelpTopic.of(name).summary(),
                commands,
                flags,
                words,
                arguments.isEmpty() ? Kind.NONE : kind);
    }

    private static Kind kind(OptionSpec option) {
        if (!TypedFlags.takesValue(option)) {
            return Kind.NONE;
        }
        if (option.completionCandidates() != null) {
            return Kind.WORD;
        }
        return FILE_LABELS.contains(option.paramLabel()) ? Kind.FILE : Kind.OTHER;
    }

    private static List<String> words(ArgSpec arg) {
        List<String> words = new ArrayList<>();
        if (arg.completionCandidates() != null) {
            arg.completionCandidates().forEach(words::add);
        }
        return words;
    }

    /** Returns the description up to its first stop or colon. */
    private static String summary(OptionSpec option) {
        String text = String.join(" ", option.description());
        return text.split("[.:;]( |$)", 2)[0];
    }
}
