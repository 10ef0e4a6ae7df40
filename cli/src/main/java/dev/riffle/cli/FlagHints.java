package dev.riffle.cli;

import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.internal.SimilarNames;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Finds the meaning of arguments that look like flags of a command, but are not. */
final class FlagHints {

    private static final String DASHES = "--";

    /** Maps names that other commands and other programs use to the flags of Riffle. */
    private static final Map<String, List<String>> OTHER_NAMES = Map.ofEntries(
            Map.entry("-V", List.of("--version")),
            Map.entry("-v", List.of("--version")),
            Map.entry("--by-key", List.of("--key")),
            Map.entry("--compression", List.of("--input-compression")),
            Map.entry("--count", List.of("--limit")),
            Map.entry("--feature", List.of("--key", "--columns")),
            Map.entry("--features", List.of("--ignore-encoding", "--columns")),
            Map.entry("--from", List.of("--input-kind", "--record")),
            Map.entry("--invert-match", List.of("--invert")),
            Map.entry("--json", List.of("--as jsonl")),
            Map.entry("--lines", List.of("--limit")),
            Map.entry("--out", List.of("--output")),
            Map.entry("--records", List.of("--limit")),
            Map.entry("--sample", List.of("--demo", "--limit")),
            Map.entry("--silent", List.of("--quiet")),
            Map.entry("--to", List.of("--as", "--into")));

    private static final Pattern DIGITS = Pattern.compile("-[0-9]+");

    private FlagHints() {}

    /** Returns the arguments with {@code -5} as {@code --limit=5}, for the commands that have this flag. */
    static String[] withoutShorthand(CommandLine commands, String... arguments) {
        String[] changed = arguments.clone();
        int first = 0;
        while (first < arguments.length && !commands.getSubcommands().containsKey(arguments[first])) {
            first++;
        }
        CommandLine command =
                first == arguments.length ? null : commands.getSubcommands().get(arguments[first]);
        if (command == null || command.getCommandSpec().findOption("--limit") == null) {
            return changed;
        }
        for (int i = first + 1; i < changed.length && !changed[i].equals("--"); i++) {
            OptionSpec before = command.getCommandSpec().findOption(arguments[i - 1]);
            boolean isValue = before != null && before.arity().max() > 0;
            if (!isValue && DIGITS.matcher(changed[i]).matches()) {
                changed[i] = "--limit=" + changed[i].substring(1);
            }
        }
        return changed;
    }

    /** Returns the flags of a command that the user may have meant by the name of an unknown flag. */
    static List<String> meant(CommandSpec command, String name) {
        List<String> meant = new ArrayList<>();
        for (String flag : OTHER_NAMES.getOrDefault(name, List.of())) {
            if (command.findOption(flag.split(" ")[0]) != null) {
                meant.add(flag);
            }
        }
        if (meant.isEmpty()) {
            // All names begin with dashes, which would make short names similar.
            SimilarNames.of(
                            name.replaceFirst("^-+", ""),
                            command.optionsMap().keySet().stream()
                                    .filter(other -> other.startsWith(DASHES))
                                    .map(other -> other.substring(DASHES.length()))
                                    .toList())
                    .stream()
                    .findFirst()
                    .ifPresent(nearest -> meant.add(DASHES + nearest));
        }
        return meant;
    }

    /** Returns advice for a file whose name looks like a flag; empty if the arguments name no such file. */
    static Optional<String> file(Terminal terminal, CommandSpec command, String... arguments) {
        for (String typed : arguments) {
            if (typed.equals("--")) {
                break;
            }
            boolean isUnknown = command.findOption(typed) == null;
            if (typed.startsWith("-") && !typed.equals(Terminal.DASH) && isUnknown && exists(terminal, typed)) {
                return Optional.of(
                        "for the file " + typed + ", write ./" + typed + ", or write -- before the names of files");
            }
        }
        return Optional.empty();
    }

    /** Returns whether a file or a directory has this name. */
    static boolean exists(Terminal terminal, String name) {
        try {
            return Files.exists(terminal.directory().resolve(name), LinkOption.NOFOLLOW_LINKS);
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
