package dev.riffle.cli;

import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.internal.SimilarNames;
import dev.riffle.internal.Argument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Describes mistakes in the arguments of a command: the flag, its value, and what is allowed. */
final class WrongUse {

    private final Terminal terminal;
    private final CommandSpec command;
    private final TypedFlags typed;
    private final String[] words;

    private WrongUse(Terminal terminal, CommandSpec command, String... words) {
        this.terminal = terminal;
        this.command = command;
        this.words = words;
        this.typed = TypedFlags.of(command, words);
    }

    /**
     * Returns the message for a mistake that the parser found.
     *
     * @param words all words after {@code riffle}
     */
    static String describe(Terminal terminal, ParameterException mistake, String... words) {
        CommandSpec command = mistake.getCommandLine().getCommandSpec();
        return new WrongUse(terminal, command, words).message(mistake)
                + FlagHints.file(terminal, command, words)
                        .map(advice -> "; " + advice)
                        .orElse("");
    }

    /**
     * Returns the message for the first mistake in a value that the parser accepts. A word that looks like a flag is
     * not the value of the flag before it, and some flags accept only certain words, in any case.
     */
    static Optional<String> badValue(CommandSpec command, String... words) {
        for (TypedFlags.Typed flag : TypedFlags.of(command, words).known()) {
            String value = flag.value();
            if (value == null) {
                continue;
            }
            if (flag.form() == TypedFlags.Form.NEXT_WORD && TypedFlags.looksLikeFlag(value)) {
                return Optional.of(needsValue(flag) + "; the next word is " + value + "; for this value, write "
                        + flag.name() + "=" + value);
            }
            if (flag.option().completionCandidates() != null) {
                List<String> allowed = candidates(flag.option());
                if (allowed.stream().noneMatch(value::equalsIgnoreCase)) {
                    return Optional.of(flag.name() + " must be " + Argument.oneOf(allowed) + ": " + value);
                }
            }
        }
        return Optional.empty();
    }

    private static List<String> candidates(ArgSpec arg) {
        List<String> words = new ArrayList<>();
        arg.completionCandidates().forEach(words::add);
        return words;
    }

    /** Returns the message for a word that is not a command. */
    static String unknownCommand(String parent, String word, Collection<String> commands) {
        if (commands.isEmpty()) {
            return "unexpected argument: " + word + "; " + parent + " has no commands";
        }
        String list = parent.equals("riffle") ? "" : "; " + parent + " has " + String.join(", ", commands);
        return "unknown command: " + word
                + SimilarNames.of(word, commands).stream()
                        .findFirst()
                        .map(nearest -> "; did you mean: " + nearest)
                        .orElse(list);
    }

    private String message(ParameterException mistake) {
        if (mistake instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return unknownWord(unmatched.getUnmatched().get(0));
        }
        if (mistake instanceof MissingParameterException missing) {
            // A file that follows a flag can be a wrong value of the flag and not the missing file.
            return typed.unknown().isEmpty()
                    ? badValue(command, words).orElseGet(() -> missing(missing))
                    : unknownFlag(typed.unknown().get(0));
        }
        if (mistake instanceof OverwrittenOptionException twice
                && twice.getOverwritten() instanceof OptionSpec option) {
            return twice(option);
        }
        if (mistake.getArgSpec() != null && mistake.getValue() != null) {
            return badValue(mistake.getArgSpec(), mistake.getValue());
        }
        return contradiction();
    }

    private String unknownWord(String word) {
        boolean afterDashes = Arrays.asList(words).indexOf("--") >= 0
                && Arrays.asList(words).indexOf("--") < Arrays.asList(words).lastIndexOf(word);
        if (command.parent() == null) {
            return noCommand(word, afterDashes);
        }
        if (TypedFlags.looksLikeFlag(word) && !afterDashes) {
            return unknownFlag(word);
        }
        if (!command.subcommands().isEmpty()) {
            return unknownCommand(
                    command.qualifiedName(), word, command.subcommands().keySet());
        }
        List<String> labels =
                command.positionalParameters().stream().map(HelpPage::label).toList();
        String allowed = labels.isEmpty() ? "takes no arguments" : "takes only " + String.join(" ", labels);
        return "unexpected argument: " + word + "; " + command.name() + " " + allowed;
    }

    /** Returns the message for a first word that is not a command. */
    private String noCommand(String word, boolean afterDashes) {
        if (afterDashes) {
            return "unexpected argument: --; the command comes first, as in 'riffle info -- FILE'";
        }
        if (FlagHints.exists(terminal, word)) {
            return word + " is a file, not a command; the command comes first, as in 'riffle info FILE'";
        }
        if (!TypedFlags.looksLikeFlag(word)) {
            return unknownCommand("riffle", word, HelpTopic.commands());
        }
        for (String name : words) {
            CommandLine one = CommandTable.commandLine(name).getSubcommands().get(name);
            if (one != null && one.getCommandSpec().findOption(flagName(word)) != null) {
                return "unexpected flag: " + word + "; the command comes first, as in 'riffle " + name + " " + word
                        + "'";
            }
        }
        return unknownFlag(word);
    }

    private static String flagName(String word) {
        int sign = word.indexOf('=');
        return sign < 0 ? word : word.substring(0, sign);
    }

    private String unknownFlag(String word) {
        List<String> meant = FlagHints.meant(command, flagName(word));
        return "unknown flag: " + word + (meant.isEmpty() ? "" : "; did you mean: " + String.join(", ", meant));
    }

    private String missing(MissingParameterException mistake) {
        List<String> absent = new ArrayList<>();
        for (ArgSpec arg : mistake.getMissing()) {
            if (arg instanceof OptionSpec option) {
                for (TypedFlags.Typed flag : typed.known()) {
                    if (flag.option().equals(option)) {
                        return needsValue(flag);
                    }
                }
                absent.add(option.shortestName() + " " + option.paramLabel());
            } else if (arg instanceof PositionalParamSpec argument) {
                if (isFileForCondition()) {
                    return "CONDITION is missing; it comes before the files";
                }
                absent.add(HelpPage.label(argument));
            }
        }
        boolean input = mistake.getMissing().stream().anyMatch(WrongUse::canBeStandardInput);
        return String.join(" and ", absent)
                + (absent.size() == 1 ? " is missing" : " are missing")
                + (input ? "; - reads standard input" : "");
    }

    /** Returns whether an argument is an input that accepts {@code -}. */
    private static boolean canBeStandardInput(ArgSpec arg) {
        String description = String.join(" ", arg.description());
        return arg.isPositional() && description.startsWith("Reads") && description.contains("standard input");
    }

    /** Returns whether the command begins with a condition, but the only argument is a file. */
    private boolean isFileForCondition() {
        return command.positionalParameters().stream()
                        .anyMatch(each -> each.paramLabel().equals("CONDITION"))
                && Arrays.stream(words).skip(1).anyMatch(word -> FlagHints.exists(terminal, word));
    }

    private static String needsValue(TypedFlags.Typed flag) {
        return flag.name() + " needs a value: " + allowed(flag.option());
    }

    private String twice(OptionSpec option) {
        List<String> values = new ArrayList<>();
        String name = option.longestName();
        for (TypedFlags.Typed flag : typed.known()) {
            if (flag.option().equals(option)) {
                name = flag.name();
                if (flag.value() != null) {
                    values.add(flag.value());
                }
            }
        }
        return name + " is given twice" + (values.isEmpty() ? "" : ": " + String.join(", ", values)) + "; give it once";
    }

    private String badValue(ArgSpec arg, String value) {
        if (arg instanceof OptionSpec option) {
            return nameOf(option)
                    + (TypedFlags.takesValue(option) ? " must be " + allowed(arg) + tooLong(value) : " takes no value")
                    + ": " + value;
        }
        return arg.paramLabel() + " must be " + allowed(arg) + tooLong(value) + ": " + value;
    }

    private static String tooLong(String value) {
        return value.matches("[+-]?\\d+") ? " of fewer digits" : "";
    }

    /** Returns the name of a flag as typed. */
    private String nameOf(OptionSpec option) {
        for (TypedFlags.Typed flag : typed.known()) {
            if (flag.option().equals(option)) {
                return flag.name();
            }
        }
        return option.longestName();
    }

    /** Returns a description of the values that a flag or an argument accepts. */
    private static String allowed(ArgSpec arg) {
        if (arg.completionCandidates() != null) {
            return Argument.oneOf(candidates(arg));
        }
        Class<?> type = arg.auxiliaryTypes()[0];
        if (type == long.class || type == Long.class || type == int.class || type == Integer.class) {
            return "a whole number";
        }
        if (type == double.class || type == Double.class || type == float.class || type == Float.class) {
            return "a number";
        }
        return arg.paramLabel();
    }

    /** Returns the message for flags that exclude each other, or that have or lack a value. */
    private String contradiction() {
        Set<OptionSpec> seen = new HashSet<>();
        for (TypedFlags.Typed flag : typed.known()) {
            if (!TypedFlags.takesValue(flag.option()) && flag.value() != null) {
                return flag.name() + " takes no value: " + flag.value();
            }
            if (TypedFlags.takesValue(flag.option()) && flag.value() == null) {
                return needsValue(flag);
            }
            if (!seen.add(flag.option())) {
                return twice(flag.option());
            }
        }
        for (TypedFlags.Typed one : typed.known()) {
            for (TypedFlags.Typed other : typed.known()) {
                ArgGroupSpec group = one.option().group();
                if (one != other
                        && group != null
                        && group.exclusive()
                        && group.equals(other.option().group())) {
                    return one.name() + " and " + other.name() + " exclude each other; give only one of them";
                }
            }
        }
        return "these arguments do not fit together: " + String.join(" ", words);
    }
}
