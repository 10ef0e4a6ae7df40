package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.ChildProcess;
import dev.riffle.CorruptRecordException;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.cli.image.TestImages;
import dev.riffle.example.Example;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexState;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kills every command that writes files during its work. Inputs must stay unchanged, and outputs must be complete or
 * missing.
 */
class KilledCommandTest {

    private static final int RECORDS = 20_000;

    /**
     * The maximum number of attempts for each command. Attempts in which the command ended before the kill also count.
     */
    private static final int TRIES = 5;

    @TempDir
    static Path inputs;

    @TempDir
    Path directory;

    @TempDir
    Path temporary;

    /** Returns commands with their arguments. The names of their outputs begin with "out". */
    static Stream<String> commands() {
        return Stream.of(
                "split in -o out --shards 5",
                "split in -o out --records 3000",
                "split in -o out --size 1MB",
                "split in -o out --shards 3 --overwrite",
                "split in -o out --shards 3 --key n",
                "merge in more -o out",
                "merge in more -o out --overwrite",
                "merge set@3 -o out --compression gzip",
                "take in -n 15000 -o out",
                "take in -n 15000 -o out --shards 3",
                "slice in --from 10 --to -10 -o out",
                "append in --into out",
                "append in --into out-00001-of-00003",
                "append in --into out --in-place",
                "sample in --rate 0.9 --seed 1 -o out",
                "sample in --limit 15000 --seed 1 -o out",
                "dedupe in more --key n -o out --dropped out.dropped",
                "dedupe in more -o out --memory 64KiB",
                "filter n>=0 in -o out",
                "recompress in -o out --compression gzip",
                "recompress set@3 -o out --compression zlib",
                "shuffle in -o out --seed 1 --memory 1MiB",
                "shuffle in -o out --seed 1 --memory 1MiB --shards 3",
                "repair damaged -o out",
                "repair damaged -o out --report out.report",
                "index in",
                "index in --key n",
                "index in --export out.offsets",
                "index in --import offsets",
                "import rows.csv -o out --shards 3",
                "images images -o out",
                "convert in -o out",
                "convert in -o out --parts 3",
                "export in -o out.jsonl",
                "sql FROM'in' -o out.csv");
    }

    /** The commands that this test does not kill, with reasons. */
    private static final Map<String, String> SPARED = spared();

    private static Map<String, String> spared() {
        Map<String, String> spared = new TreeMap<>();
        for (String reading : List.of(
                "info",
                "count",
                "cat",
                "head",
                "tail",
                "get",
                "parse",
                "tensor",
                "verify",
                "diff",
                "plan",
                "completion",
                "help",
                "version")) {
            spared.put(reading, "writes no files");
        }
        spared.put("demo", "writes a few small files into a directory that must be new");
        spared.put("show", "writes one image");
        spared.put("message", "writes one small message");
        return spared;
    }

    @Test
    void coversEveryCommand() {
        Set<String> thought = new TreeSet<>(SPARED.keySet());
        commands().map(command -> command.split(" ")[0]).forEach(thought::add);
        assertThat(thought)
                .containsExactlyInAnyOrderElementsOf(
                        CommandTable.all().getSubcommands().keySet());
        assertThat(commands().map(command -> command.split(" ")[0])).doesNotContainAnyElementsOf(SPARED.keySet());
    }

    @BeforeEach
    void provideInputs() throws IOException {
        SharedInputs.provide(inputs, directory, this::makeInputs);
    }

    private void makeInputs() throws IOException {
        write("in", 0, RECORDS);
        write("more", RECORDS / 2, RECORDS);
        write("damaged", 0, RECORDS);
        Samples.flip(directory.resolve("damaged"), 1_000_000);
        Rewrites.split(directory.resolve("in"), directory.resolve("set"), 3);
        StringBuilder csv = new StringBuilder("n,s\n");
        for (int i = 0; i < RECORDS; i++) {
            csv.append(i).append(",text ").append(i).append('\n');
        }
        Files.writeString(directory.resolve("rows.csv"), csv);
        assertThat(CommandRun.of(directory, "index", "in", "--export", "offsets")
                        .code())
                .isZero();
    }

    /** Splits a file into a set with a manifest. */
    private static final class Rewrites {
        private Rewrites() {}

        static void split(Path file, Path prefix, int shards) throws IOException {
            CommandRun run = CommandRun.of(
                    file.getParent(),
                    "split",
                    file.toString(),
                    "-o",
                    prefix.toString(),
                    "--shards",
                    Integer.toString(shards),
                    "--overwrite");
            assertThat(run.code()).as(run.err()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void leavesCompleteFilesWhenKilledAtAnyByte(String command) throws Exception {
        long seed = Rounds.seed("killed command");
        Random random = new Random(seed);
        if (command.startsWith("images ")) {
            for (int i = 0; i < 1000; i++) {
                TestImages.put(directory.resolve("images/a/" + i + ".png"), TestImages.dot(i % 256, i / 256, 0));
            }
        }
        prepare(command);
        Map<String, Integer> before = content();
        CommandRun whole = CommandRun.of(directory, command.split(" "));
        assertThat(whole.code()).as(whole.err()).isEqualTo(successOf(command));
        Map<String, Integer> after = content();
        Map<String, Long> written = sizes();
        if (!command.startsWith("index ")) {
            assertThat(after).isNotEqualTo(before);
        }
        long bytes = written.entrySet().stream()
                .filter(each -> isOutput(each.getKey()))
                .filter(each -> !before.containsKey(each.getKey())
                        || !before.get(each.getKey()).equals(after.get(each.getKey())))
                .mapToLong(Map.Entry::getValue)
                .sum();
        int hits = 0;
        for (int round = 0; hits < roundsOf(command) && round < TRIES; round++) {
            prepare(command);
            long already = hiddenBytes();
            long oldOut = Files.exists(directory.resolve("out")) ? size(directory.resolve("out")) : 0;
            // The test kills the command when its outputs have this number of bytes, from 0 to 90 % of their full size.
            long moment = (long) (random.nextDouble() * bytes * 0.9);
            ChildProcess process = start(command);
            process.awaitOrEnd(() -> hiddenBytes() - already + grown(command, oldOut) > moment);
            int exit = process.kill();
            String where = String.format("%s: seed %d round %d at %d of %d bytes", command, seed, round, moment, bytes);
            if (exit != successOf(command)) {
                hits++;
                assertThat(exit).as(() -> where + process.output()).isNotIn(0, 1, 2);
            }
            checkFiles(where, command, before, after);
            runAgain(where, command);
        }
        if (hits == 0) {
            System.out.println(command + ": ended before the kill, " + TRIES + " times");
        }
    }

    private static int successOf(String command) {
        return command.startsWith("repair ") ? 1 : 0;
    }

    /**
     * Returns the number of rounds. A full run has more rounds for commands that publish several names or grow a file.
     */
    private static int roundsOf(String command) {
        return Rounds.isFull() && needsTwoRounds(command) ? 2 : 1;
    }

    private static boolean needsTwoRounds(String command) {
        return command.contains("--shards")
                || command.contains("@")
                || command.contains("-of-")
                || command.startsWith("append ");
    }

    private static boolean isOutput(String name) {
        return name.startsWith("out") || name.equals(".in.index");
    }

    private void checkFiles(String where, String command, Map<String, Integer> before, Map<String, Integer> after)
            throws IOException {
        Map<String, Integer> now = content();
        assertThat(now.keySet()).as(where).containsAll(before.keySet());
        for (Map.Entry<String, Integer> file : now.entrySet()) {
            if (command.endsWith("--in-place") && file.getKey().equals("out")) {
                checkAppended(where);
            } else {
                assertThat(file.getValue())
                        .as("%s: %s", where, file.getKey())
                        .isIn(Stream.of(before.get(file.getKey()), after.get(file.getKey()))
                                .filter(each -> each != null)
                                .toList());
            }
        }
        for (Path hidden : hidden()) {
            String name = hidden.getFileName().toString();
            if (name.endsWith(".manifest.json")) {
                assertThat(SetManifest.read(hidden).check(directory)).as(where).isEmpty();
            } else if (name.equals(".in.index")) {
                assertThat(IndexFile.of(directory.resolve("in")).check().kind())
                        .as(where)
                        .isEqualTo(IndexState.Kind.FRESH);
            } else {
                assertThat(name).as(where).endsWith(".tmp");
            }
        }
        checkSet(where, after);
    }

    /** Checks that readers report a set with a missing shard. */
    private void checkSet(String where, Map<String, Integer> after) throws IOException {
        if (after.keySet().stream().noneMatch(name -> name.startsWith("out-0"))) {
            return;
        }
        RecordSet set;
        try {
            set = RecordSet.findPartial(directory, "out@*");
        } catch (NoSuchFileException nothingYet) {
            return;
        }
        int count = ShardNames.parse(set.files().get(0)).names().count();
        boolean whole = set.files().size() == count;
        assertThat(set.problems().isEmpty()).as(where).isEqualTo(whole);
        CommandRun verify = CommandRun.of(directory, "verify", "out@*");
        assertThat(verify.code()).as(where + verify.text()).isEqualTo(whole ? 0 : 1);
    }

    /**
     * Checks that the file has all old records and then some new records in order. A part of the next record may
     * follow.
     */
    private void checkAppended(String where) throws IOException {
        try (RecordReader out = RecordReader.open(directory.resolve("out"));
                RecordReader old = RecordReader.open(directory.resolve("old"));
                RecordReader more = RecordReader.open(directory.resolve("in"))) {
            while (old.next()) {
                assertThat(out.next()).as(where).isTrue();
                assertThat(out.payloadBytes()).as(where).isEqualTo(old.payloadBytes());
            }
            while (out.next()) {
                assertThat(more.next()).as(where).isTrue();
                assertThat(out.payloadBytes()).as(where).isEqualTo(more.payloadBytes());
            }
        } catch (CorruptRecordException torn) {
            assertThat(torn.reason())
                    .as(where)
                    .isIn(
                            CorruptRecordException.Reason.TRUNCATED_PAYLOAD,
                            CorruptRecordException.Reason.TRUNCATED_HEADER);
        }
    }

    private void runAgain(String where, String command) throws IOException {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        boolean onlyAdds =
                command.startsWith("append ") || command.startsWith("index ") && !command.contains(" --export ");
        if (!onlyAdds && !words.contains("--overwrite")) {
            words.add("--overwrite");
        }
        CommandRun again = CommandRun.of(directory, words.toArray(String[]::new));
        if (again.code() == 1 && command.endsWith("--in-place")) {
            assertThat(again.err()).as(where).contains("riffle repair");
            CommandRun repair = CommandRun.of(directory, "repair", "out", "-o", "out.repaired");
            assertThat(repair.code()).as(where + repair.err()).isEqualTo(1);
            return;
        }
        assertThat(again.code()).as(where + ": " + again.err()).isEqualTo(successOf(command));
        if (Stream.of("index ", "export ", "sql ").noneMatch(command::startsWith)) {
            CommandRun verify = CommandRun.of(
                    directory, "verify", Files.isRegularFile(directory.resolve("out")) ? "out" : wordOfSet());
            assertThat(verify.code()).as(where + ": " + verify.text()).isZero();
        }
    }

    private String wordOfSet() {
        return Files.isDirectory(directory.resolve("out")) ? "out" : "out@*";
    }

    private void write(String name, int from, int count) throws IOException {
        String rest = "x".repeat(80);
        RecordWriter.write(
                directory.resolve(name),
                RecordWriterOptions.defaults().overwrite().withoutSync(),
                records -> {
                    for (int i = from; i < from + count; i++) {
                        records.write(Example.builder()
                                .put("n", i)
                                .put("s", "record " + i + rest)
                                .build()
                                .toByteArray());
                    }
                });
    }

    /** Deletes outputs and hidden files, and restores the files that the command changes. */
    private void prepare(String command) throws IOException {
        for (Path file : all()) {
            String name = file.getFileName().toString();
            boolean leftOver = name.startsWith(".") && !name.equals(".set@3.manifest.json");
            if (leftOver || directory.relativize(file).toString().startsWith("out")) {
                Files.delete(file);
            }
        }
        Files.deleteIfExists(directory.resolve("out"));
        if (command.startsWith("append ") && !command.contains("-of-")) {
            write("out", 0, 10);
            write("old", 0, 10);
        }
        if (command.contains(" --overwrite") && !command.contains(" --shards ")) {
            write("out", 0, 10);
        } else if (command.contains(" --overwrite") || command.contains("-of-")) {
            Rewrites.split(directory.resolve("more"), directory.resolve("out"), 3);
        }
    }

    private List<Path> all() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> !file.startsWith(directory.resolve("images")))
                    .filter(file -> !Files.isDirectory(file))
                    .filter(file -> !file.getFileName().toString().equals("messages"))
                    .toList();
        } catch (UncheckedIOException gone) {
            return all();
        }
    }

    private List<Path> hidden() throws IOException {
        return all().stream()
                .filter(file -> file.getFileName().toString().startsWith("."))
                .filter(file -> !file.getFileName().toString().equals(".set@3.manifest.json"))
                .toList();
    }

    private long hiddenBytes() throws IOException {
        long bytes = 0;
        for (Path file : hidden()) {
            bytes += size(file);
        }
        return bytes;
    }

    private long grown(String command, long before) {
        return command.endsWith("--in-place") ? size(directory.resolve("out")) - before : 0;
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException gone) {
            return 0;
        }
    }

    private Map<String, Long> sizes() throws IOException {
        Map<String, Long> sizes = new TreeMap<>();
        for (Path file : all()) {
            sizes.put(directory.relativize(file).toString(), size(file));
        }
        return sizes;
    }

    /** Returns the content of the files that are not hidden. */
    private Map<String, Integer> content() throws IOException {
        Map<String, Integer> content = new TreeMap<>();
        for (Path file : all()) {
            if (!file.getFileName().toString().startsWith(".")) {
                content.put(directory.relativize(file).toString(), Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        return content;
    }

    private ChildProcess start(String command) throws IOException {
        // A killed command leaves the library of DuckDB in its directory for temporary files.
        List<String> words = new ArrayList<>(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + temporary,
                Main.class.getName()));
        words.addAll(List.of(command.split(" ")));
        return ChildProcess.java(directory, directory.resolve("messages"), words.toArray(String[]::new));
    }
}
