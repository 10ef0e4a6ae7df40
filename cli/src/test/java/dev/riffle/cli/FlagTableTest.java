package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Collects the flags of all commands. A flag has one meaning, one value and one short form in all commands. A command
 * may add sentences that begin with "Here:" or "Default:".
 */
class FlagTableTest {

    private static final String MARK = "<!-- table: flags -->\n\n";

    /** Describes a flag without the sentences of one command. */
    private record Flag(String shortForm, String value, String meaning) {}

    private final Map<String, Map<Flag, Set<String>>> flags = new TreeMap<>();
    private final Set<String> commands = new TreeSet<>();
    private final List<String> descriptions = new ArrayList<>();

    FlagTableTest() {
        collect("", CommandTable.all());
    }

    private void collect(String name, CommandLine command) {
        command.getSubcommands().forEach((word, below) -> collect((name + " " + word).trim(), below));
        if (!command.getSubcommands().isEmpty()) {
            return;
        }
        commands.add(name);
        for (OptionSpec option : command.getCommandSpec().options()) {
            descriptions.add(name + " " + option.longestName() + ": " + String.join(" ", option.description()));
            Flag flag = new Flag(shortForm(option), value(option), meaning(option));
            flags.computeIfAbsent(option.longestName(), any -> new LinkedHashMap<>())
                    .computeIfAbsent(flag, any -> new TreeSet<>())
                    .add(name);
        }
    }

    private static String shortForm(OptionSpec option) {
        List<String> others = new ArrayList<>(List.of(option.names()));
        others.remove(option.longestName());
        return String.join(", ", others);
    }

    private static String value(OptionSpec option) {
        return option.arity().max() == 0 ? "" : option.paramLabel();
    }

    private static String meaning(OptionSpec option) {
        return String.join(" ", option.description()).split(" (?:Here|Default): ")[0];
    }

    @Test
    void eachFlagHasOneMeaning() {
        flags.forEach((name, found) ->
                assertThat(found).as("the meanings of %s", name).hasSize(1));
    }

    @Test
    void eachFlagOfACommandHasOneDefault() {
        assertThat(descriptions).noneMatch(text -> text.matches("(?i).*\\bdefault\\b.*\\bdefault\\b.*"));
    }

    @Test
    void eachShortFormBelongsToOneFlag() {
        Map<String, Set<String>> owners = new TreeMap<>();
        flags.forEach((name, found) -> found.keySet().stream()
                .filter(flag -> !flag.shortForm().isEmpty())
                .forEach(flag -> owners.computeIfAbsent(flag.shortForm(), any -> new TreeSet<>())
                        .add(name)));
        assertThat(owners).containsKeys("-j", "-q", "-c", "-n", "-o");
        owners.forEach((name, found) -> assertThat(found).as(name).hasSize(1));
    }

    @Test
    void thePageListsAllFlags() throws IOException {
        String page = Files.readString(Samples.directory().resolve(Path.of("..", "docs", "reference", "cli.md")));
        assertThat(page).contains(MARK);
        String table = page.substring(page.indexOf(MARK) + MARK.length())
                .lines()
                .takeWhile(line -> line.startsWith("|"))
                .collect(Collectors.joining("\n"));
        assertThat(table).isEqualTo(String.join("\n", rows()));
    }

    private List<String> rows() {
        List<String> rows =
                new ArrayList<>(List.of("| flag | short | value | meaning | commands |", "|---|---|---|---|---|"));
        flags.forEach((name, found) -> found.forEach((flag, users) -> rows.add("| `" + name + "` | "
                + code(flag.shortForm()) + "| " + code(flag.value()) + "| " + flag.meaning() + " | "
                + (users.equals(commands) ? "all" : String.join(", ", users)) + " |")));
        return rows;
    }

    private static String code(String text) {
        return text.isEmpty() ? "" : "`" + text + "` ";
    }
}
