package dev.riffle.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandRun;
import dev.riffle.cli.CommandTable;
import dev.riffle.cli.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests each command with sets that have missing, duplicate or foreign shards. */
class BrokenSetsTest {

    @TempDir
    Path directory;

    /** The response of a command to a broken set. */
    enum Manner {
        /** Exits with code 2, lists the problems and writes nothing, unless {@code --partial} is set. */
        REJECTS,
        /** Prints the existing records, and reports the problems on standard error. Exits with code 1. */
        REPORTS,
        /** Reports the problem as a finding. */
        FINDS,
        /** Accepts no sets. */
        NONE
    }

    /** The problem of a set. */
    enum Fault {
        MISSING("train-00001-of-00003"),
        DOUBLED("train-00001-of-00003"),
        FOREIGN("train-00000-of-00002");

        final String named;

        Fault(String named) {
            this.named = named;
        }
    }

    /** Returns the words of each command. SET stands for the set. */
    private static Map<String, Command> commands() {
        Map<String, Command> commands = new HashMap<>();
        for (String none : List.of("demo", "images", "message", "completion", "help", "version", "tensor", "import")) {
            commands.put(none, new Command(Manner.NONE));
        }
        commands.put("info", new Command(Manner.REPORTS, "SET"));
        commands.put("count", new Command(Manner.REJECTS, "SET"));
        commands.put("cat", new Command(Manner.REPORTS, "SET"));
        commands.put("head", new Command(Manner.REPORTS, "SET"));
        commands.put("get", new Command(Manner.REJECTS, "SET", "0"));
        commands.put("index", new Command(Manner.REJECTS, "SET"));
        commands.put("parse", new Command(Manner.REPORTS, "SET"));
        commands.put("export", new Command(Manner.REJECTS, "SET"));
        commands.put("plan", new Command(Manner.REPORTS, "SET"));
        commands.put("verify", new Command(Manner.FINDS, "SET"));
        commands.put("repair", new Command(Manner.REPORTS, "SET", "--dry-run"));
        commands.put("convert", new Command(Manner.REJECTS, "SET", "-o", "out"));
        commands.put("diff", new Command(Manner.REJECTS, "SET", "SET"));
        commands.put("split", new Command(Manner.REJECTS, "SET", "-o", "out", "--shards", "2"));
        commands.put("merge", new Command(Manner.REJECTS, "SET", "-o", "out"));
        commands.put("take", new Command(Manner.REJECTS, "SET", "-n", "2", "-o", "out"));
        commands.put("slice", new Command(Manner.REJECTS, "SET", "--from", "1", "-o", "out"));
        commands.put("sample", new Command(Manner.REJECTS, "SET", "--limit", "2", "--seed", "1", "-o", "out"));
        commands.put("shuffle", new Command(Manner.REJECTS, "SET", "--seed", "1", "-o", "out"));
        commands.put("dedupe", new Command(Manner.REJECTS, "SET", "-o", "out"));
        commands.put("filter", new Command(Manner.REJECTS, "n >= 0", "SET", "-o", "out"));
        commands.put("recompress", new Command(Manner.REJECTS, "SET", "-o", "out", "--compression", "gzip"));
        commands.put("sql", new Command(Manner.REJECTS, "SELECT count(*) FROM 'SET'"));
        commands.put("append", new Command(Manner.REJECTS, "SET", "--into", "log"));
        // These commands read one file.
        commands.put("tail", new Command(Manner.NONE));
        commands.put("show", new Command(Manner.NONE));
        return commands;
    }

    private record Command(Manner manner, String... words) {}

    static Stream<Arguments> faults() {
        return new TreeMap<>(commands())
                .entrySet().stream()
                        .filter(each -> each.getValue().manner != Manner.NONE)
                        .flatMap(each -> Stream.of(Fault.values()).map(fault -> Arguments.of(each.getKey(), fault)));
    }

    @Test
    void coversEveryCommand() {
        assertThat(commands().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        CommandTable.all().getSubcommands().keySet());
    }

    @ParameterizedTest
    @MethodSource("faults")
    void rejectsOrReportsBrokenSets(String name, Fault fault) throws IOException {
        breakSet(fault);
        Command command = commands().get(name);
        String set = fault == Fault.DOUBLED ? "[ab]/train-*" : "a/train@*";
        Map<String, Integer> before = content();
        CommandRun run = run(name, command, set);
        String reported = run.err() + run.text();
        assertThat(reported).doesNotContain("\tat ").doesNotContain("unexpected");
        assertThat(command.manner == Manner.FINDS ? reported : run.err()).contains(fault.named);
        switch (command.manner) {
            case REJECTS -> {
                assertThat(run.code()).as(reported).isEqualTo(2);
                assertThat(run.out()).isEmpty();
                assertThat(content()).isEqualTo(before);
            }
            case REPORTS, FINDS -> assertThat(run.code()).as(reported).isEqualTo(1);
            case NONE -> throw new AssertionError(name);
        }
    }

    @ParameterizedTest
    @MethodSource("faults")
    void acceptsBrokenSetsWithPartial(String name, Fault fault) throws IOException {
        Command command = commands().get(name);
        // The command {@code recompress} cannot name the outputs of duplicate or foreign shards.
        boolean unnumbered = name.equals("recompress") && fault != Fault.MISSING;
        if (command.manner != Manner.REJECTS || unnumbered) {
            return;
        }
        breakSet(fault);
        Command partial = new Command(
                command.manner,
                Stream.concat(Stream.of(command.words), Stream.of("--partial")).toArray(String[]::new));
        CommandRun run = run(name, partial, fault == Fault.DOUBLED ? "[ab]/train-*" : "a/train@*");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("note: ").contains(fault.named);
    }

    private CommandRun run(String name, Command command, String set) {
        List<String> words = new ArrayList<>(List.of(name));
        Stream.of(command.words).map(word -> word.replace("SET", set)).forEach(words::add);
        return CommandRun.of(directory, words.toArray(String[]::new));
    }

    private void breakSet(Fault fault) throws IOException {
        Files.createDirectories(directory.resolve("a"));
        Files.createDirectories(directory.resolve("b"));
        for (int i = 0; i < 3; i++) {
            Samples.examples(
                    directory.resolve("a/train-0000" + i + "-of-00003"), Samples.number(i), Samples.number(10 + i));
        }
        Samples.examples(directory.resolve("log"), Samples.number(7));
        Path one = directory.resolve("a/train-00001-of-00003");
        switch (fault) {
            case MISSING -> Files.delete(one);
            case DOUBLED -> Files.copy(one, directory.resolve("b/train-00001-of-00003"));
            case FOREIGN -> Files.copy(one, directory.resolve("a/train-00000-of-00002"));
        }
    }

    private Map<String, Integer> content() throws IOException {
        Map<String, Integer> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                content.put(file.toString(), Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        return content;
    }
}
