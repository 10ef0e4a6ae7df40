package dev.riffle.cli;

import dev.riffle.cli.terminal.CommonFlags;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Renders the help for lines of 80 characters. The overview has one line for each command. The help of a command begins
 * with examples, and the flags of every command come last.
 */
final class HelpPage {

    private static final String OVERVIEW_END = """

            'riffle COMMAND --help' prints examples and flags; 'riffle demo' is a tour.
            FILE: a name, a pattern such as 'data/*.tfrecord', a set train@10, a folder, -.
            Exit codes: 0 success, 1 findings or damage, 2 wrong use.
            """;

    private HelpPage() {}

    /** Returns the help of riffle or of a command. */
    static String of(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        return spec.parent() == null ? overview() : page(spec);
    }

    static String overview() {
        StringBuilder page = new StringBuilder("Usage: riffle COMMAND [FLAGS] FILE...\n\n");
        HelpTopic.Group group = null;
        for (HelpTopic topic : HelpTopic.all()) {
            String title = topic.group() == group ? "" : topic.group().title();
            group = topic.group();
            page.append(column(title, 9))
                    .append(column(topic.name(), 12))
                    .append(topic.summary())
                    .append('\n');
        }
        return page.append(OVERVIEW_END).toString();
    }

    private static String column(String text, int width) {
        return text + " ".repeat(width - text.length());
    }

    private static String page(CommandSpec spec) {
        String name = spec.qualifiedName().replaceFirst("riffle ", "");
        StringBuilder page = new StringBuilder("Examples:\n");
        for (String example : HelpTopic.of(name).examples()) {
            page.append("  ").append(example).append('\n');
        }
        page.append("\nUsage: ").append(synopsis(spec)).append("\n\n");
        Help help = new Help(spec, Help.defaultColorScheme(Ansi.OFF));
        page.append(help.description());
        if (!spec.subcommands().isEmpty()) {
            page.append("\nCommands:\n").append(help.commandList());
        }
        if (!spec.positionalParameters().isEmpty()) {
            page.append("\nArguments:\n").append(arguments(help, spec.positionalParameters()));
        }
        Set<String> commonNames =
                CommandSpec.forAnnotatedObject(new CommonFlags()).optionsMap().keySet();
        List<OptionSpec> own = new ArrayList<>();
        List<OptionSpec> common = new ArrayList<>();
        for (OptionSpec option : spec.options()) {
            (commonNames.contains(option.longestName()) ? common : own).add(option);
        }
        own.sort(Comparator.comparing(OptionSpec::longestName));
        if (!own.isEmpty()) {
            page.append("\nFlags:\n").append(flags(help, own));
        }
        return page.append("\nCommon flags:\n").append(flags(help, common)).toString();
    }

    /** Returns the form of a call: the words of the command, the required flags, and the arguments. */
    private static String synopsis(CommandSpec spec) {
        StringBuilder synopsis = new StringBuilder(spec.qualifiedName());
        synopsis.append(spec.subcommands().isEmpty() ? " [FLAGS]" : " COMMAND [FLAGS]");
        for (OptionSpec option : spec.options()) {
            if (option.required() && option.group() == null) {
                synopsis.append(' ').append(option.shortestName()).append(' ').append(option.paramLabel());
            }
        }
        for (PositionalParamSpec argument : spec.positionalParameters()) {
            synopsis.append(' ').append(label(argument));
        }
        return synopsis.toString();
    }

    /** Returns the name of an argument, with brackets if it is optional and dots if it repeats. */
    static String label(PositionalParamSpec argument) {
        String label = argument.paramLabel() + (argument.arity().max() > 1 ? "..." : "");
        return argument.arity().min() == 0 ? "[" + label + "]" : label;
    }

    private static String arguments(Help help, List<PositionalParamSpec> arguments) {
        Help.Layout layout = help.createDefaultLayout(List.of(), arguments, help.colorScheme());
        layout.addAllPositionalParameters(arguments, help.parameterLabelRenderer());
        return layout.toString();
    }

    private static String flags(Help help, List<OptionSpec> flags) {
        Help.Layout layout = help.createDefaultLayout(flags, List.of(), help.colorScheme());
        layout.addAllOptions(flags, help.parameterLabelRenderer());
        return layout.toString();
    }
}
