package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.cli.terminal.ShellWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class HelpPageTest {

    @TempDir
    Path directory;

    /** Returns riffle's commands and their commands. */
    private static List<CommandLine> commands() {
        List<CommandLine> all = new ArrayList<>();
        for (CommandLine command : CommandTable.all().getSubcommands().values()) {
            all.add(command);
            all.addAll(command.getSubcommands().values());
        }
        return all;
    }

    private static String page(CommandSpec spec) throws IOException {
        return CommandRun.of(Path.of("."), (spec.qualifiedName().substring(7) + " --help").split(" "))
                .text();
    }

    @Test
    void beginsWithTwoExamplesAndEndsWithTheCommonFlags() throws IOException {
        for (CommandLine command : commands()) {
            CommandSpec spec = command.getCommandSpec();
            String page = page(spec);
            List<String> lines = page.lines().toList();
            assertThat(lines.get(0)).isEqualTo("Examples:");
            assertThat(lines.subList(1, 3))
                    .as(spec.qualifiedName())
                    .allSatisfy(line -> assertThat(line).startsWith("  ").contains("riffle"));
            assertThat(lines.get(3)).isEmpty();
            String common = page.substring(page.indexOf("\nCommon flags:\n"));
            for (String flag : List.of("--help", "--version", "--debug")) {
                assertThat(common).contains(flag);
                assertThat(page.indexOf(flag + " ")).isGreaterThan(page.indexOf("\nCommon flags:\n"));
            }
            assertThat(common.lines().skip(2)).noneMatch(line -> line.endsWith(":"));
            for (String flag : spec.optionsMap().keySet()) {
                assertThat(page).contains(flag);
            }
            assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        }
    }

    /** Compares the groups of the overview with the table at the beginning of docs/reference/cli.md. */
    @Test
    void theOverviewHasTheGroupsOfTheManual() throws IOException {
        String manual = Files.readString(Samples.directory().resolve("../docs/reference/cli.md"));
        Matcher rows = Pattern.compile("\\| [^|]+ \\| (\\[[^|]+) \\|\n").matcher(manual);
        List<List<String>> groups = new ArrayList<>();
        while (rows.find()) {
            groups.add(
                    List.of(rows.group(1).replaceAll("\\]\\([^)]*\\)|\\[", "").split(", | and ")));
        }
        List<List<String>> shown = new ArrayList<>();
        for (HelpTopic.Group group : HelpTopic.Group.values()) {
            if (group != HelpTopic.Group.MORE) {
                shown.add(HelpTopic.all().stream()
                        .filter(topic -> topic.group() == group)
                        .map(HelpTopic::name)
                        .toList());
            }
        }
        assertThat(shown).isEqualTo(groups);
    }

    /** Runs every example in a directory with the files that the examples name. */
    @Test
    void everyExampleRuns() throws IOException {
        writeFiles();
        Set<Path> before = files();
        List<String> examples = new ArrayList<>();
        for (CommandLine command : commands()) {
            examples.addAll(
                    HelpTopic.of(command.getCommandSpec().qualifiedName().substring(7))
                            .examples());
        }
        for (String example : examples) {
            CommandRun run = run(example);
            assertThat(run.code()).as("%s: %s", example, run.err()).isZero();
            Set<Path> after = files();
            after.removeAll(before);
            for (Path made : after) {
                Files.delete(made);
            }
        }
    }

    /** Runs an example. Ends following at once, and keeps the demo in the directory. */
    private CommandRun run(String example) throws IOException {
        List<String> words = new ArrayList<>(ShellWords.split(example.replaceFirst("^source <\\((.*)\\)$", "$1")));
        assertThat(words.remove(0)).isEqualTo("riffle");
        byte[] input = new byte[0];
        if (words.contains("<")) {
            input = Files.readAllBytes(directory.resolve(words.remove(words.indexOf("<") + 1)));
            words.remove("<");
        }
        if (words.contains("-f")) {
            words.addAll(List.of("--timeout", "0"));
        }
        if (words.equals(List.of("demo"))) {
            words.addAll(List.of("--dir", "tour"));
        }
        return CommandRun.with(directory, input, words.toArray(String[]::new));
    }

    /** Returns the files below the directory, and the folders after their files. */
    private Set<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.sorted(Comparator.reverseOrder()).collect(Collectors.toCollection(LinkedHashSet::new));
        }
    }

    private void writeFiles() throws IOException {
        Path samples = Samples.directory();
        Files.copy(samples.resolve("embedding.tensor"), directory.resolve("embedding.tensor"));
        String tensor = Base64.getEncoder().encodeToString(Files.readAllBytes(samples.resolve("embedding.tensor")));
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 1200; i++) {
            rows.append("{\"id\":").append(i).append(",\"label\":").append(i % 10);
            rows.append(",\"name\":\"n\",\"tags\":[\"a\",\"b\"],\"image\":\"i\",\"embedding\":{\"$bytes\":[\"");
            rows.append(tensor).append("\"]}}\n");
        }
        Files.writeString(directory.resolve("rows.jsonl"), rows);
        Files.writeString(directory.resolve("table.csv"), "a,b\n1,2\n");
        Files.writeString(directory.resolve("example.txt"), "features {}");
        for (String folder : List.of("data", "shards", "plain", "photos")) {
            Files.createDirectory(directory.resolve(folder));
        }
        Files.copy(samples.resolve("coffee.jpg"), directory.resolve("photos/coffee.jpg"));
        for (String command : List.of(
                "import rows.jsonl -o train.tfrecord",
                "split train.tfrecord -o train --shards 10",
                "split train.tfrecord -o new --shards 2",
                "import rows.jsonl -o old.tfrecord",
                "import rows.jsonl -o new.tfrecord",
                "import rows.jsonl -o all.tfrecord",
                "import rows.jsonl -o a.tfrecord",
                "import rows.jsonl -o b.tfrecord",
                "import rows.jsonl -o data/x.tfrecord",
                "import rows.jsonl -o events.tfrecord",
                "convert train.tfrecord -o part-dir --parts 2",
                "message write example.pb --demo",
                "images photos -o one.tfrecord")) {
            CommandRun run = CommandRun.of(directory, command.split(" "));
            assertThat(run.code()).as("%s: %s", command, run.err()).isZero();
        }
        try (RecordWriter images = RecordWriter.create(directory.resolve("images.tfrecord"))) {
            try (RecordReader photos = RecordReader.open(directory.resolve("one.tfrecord"))) {
                assertThat(photos.next()).isTrue();
                for (int i = 0; i < 8; i++) {
                    images.write(photos.payloadBytes());
                }
            }
            images.commit();
        }
    }
}
