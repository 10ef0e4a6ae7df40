package dev.riffle.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.InPlaceChange;
import dev.riffle.RecordFiles;
import dev.riffle.cli.CommandRun;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs commands after a change in place that keeps size, modification time and samples of a file. */
class UnprovenIndexTest {

    private static final int COUNT = 60_000;
    private static final int FIRST = 50_000;
    private static final int END = FIRST + 50;

    @TempDir
    Path directory;

    private final List<byte[]> payloads = new ArrayList<>();

    private CommandRun run(String... words) {
        return CommandRun.of(directory, words);
    }

    private static byte[] example(int id) {
        return Example.builder().put("id", 1_000_000 + id).build().toByteArray();
    }

    private static String key(int id) {
        return Integer.toString(1_000_000 + id);
    }

    private static byte[] frames(List<byte[]> payloads) {
        return RecordFiles.tfRecords(payloads.toArray(byte[][]::new));
    }

    /** Writes records of equal size. */
    private Path indexed() throws IOException {
        for (int i = 0; i < COUNT; i++) {
            payloads.add(example(i));
        }
        Path file = Files.write(directory.resolve("a"), frames(payloads));
        assertThat(run("index", "a", "--key", "id").code()).isZero();
        return file;
    }

    /** Writes the payloads from {@link #FIRST} on again, in place. */
    private void write(Path file, List<byte[]> changed) throws IOException {
        long frame = payloads.get(0).length + 16;
        InPlaceChange.write(file, FIRST * frame, frames(changed));
    }

    private List<byte[]> reversed() {
        List<byte[]> reversed = new ArrayList<>(payloads.subList(FIRST, END));
        Collections.reverse(reversed);
        return reversed;
    }

    private void assertFound(CommandRun run, String records, boolean rebuilt) {
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.text()).contains(records);
        if (rebuilt) {
            assertThat(run.err())
                    .startsWith("note: ")
                    .contains(".a.index: stale, built again: ")
                    .hasLineCount(1);
        } else {
            assertThat(run.err()).isEmpty();
        }
    }

    @Test
    void findRecordsInAnotherOrder() throws IOException {
        Path file = indexed();
        write(file, reversed());
        CommandRun check = run("index", "--check", "a");
        assertThat(check.code()).isEqualTo(1);
        assertThat(check.text()).isEqualTo("a: stale: the payloads of records have changed\n");
        assertThat(run("index", "--check", "a", "--json").text())
                .contains("\"index\":\"stale\",\"reason\":\"the payloads of records have changed\"");
        assertFound(run("get", "a", Integer.toString(FIRST + 10)), key(END - 11), false);
        assertFound(run("get", "a", "--lookup", key(FIRST + 10)), "record " + (END - 11) + ",", true);
        assertThat(run("index", "--check", "a").text()).isEqualTo("a: fresh\n");
        assertFound(run("get", "a", "--lookup", key(FIRST)), "record " + (END - 1) + ",", false);
    }

    @Test
    void printAllRecordsWithAKey() throws IOException {
        write(indexed(), List.of(example(7)));
        CommandRun get = run("get", "a", "--lookup", key(7));
        assertFound(get, "record 7,", true);
        assertThat(get.text()).contains("record " + FIRST + ",");
    }

    @Test
    void ofAllFilesAreBuiltAgain() throws IOException {
        Path file = indexed();
        List<String> names = List.of("s-00000-of-00002", "s-00001-of-00002");
        for (String name : names) {
            Path shard = Files.copy(file, directory.resolve(name));
            assertThat(run("index", name, "--key", "id").code()).isZero();
            write(shard, reversed());
        }
        CommandRun get = run("get", "s@2", "--lookup", key(FIRST));
        assertThat(get.code()).as(get.err()).isZero();
        assertThat(get.text().lines().filter(line -> line.contains("record " + (END - 1) + ",")))
                .hasSize(2);
        assertThat(get.err().lines()).hasSize(2).allMatch(line -> line.contains(".index: stale, built again: "));
    }

    @Test
    void haveVisibleNamesInNotes() throws IOException {
        Path file = Files.copy(indexed(), directory.resolve("a\tb"));
        assertThat(run("index", "a\tb", "--key", "id").code()).isZero();
        write(file, reversed());
        assertThat(run("get", "a\tb", "--lookup", key(FIRST)).err()).contains(".a\\u0009b.index: stale, built again: ");
        Files.write(file, new byte[] {0}, StandardOpenOption.APPEND);
        assertThat(run("get", "a\tb", "0").err()).contains(".a\\u0009b.index: stale, not used: ");
    }

    @Test
    void missOverwrittenKeysAndFindNewOnes() throws IOException {
        Path file = indexed();
        write(file, List.of(payloads.get(FIRST + 1), example(COUNT)));
        CommandRun missing = run("get", "a", "--lookup", key(FIRST));
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.out()).isEmpty();
        assertThat(missing.err())
                .contains(".a.index: stale, built again: the payloads of records have changed\n")
                .endsWith("a: no record with the key " + key(FIRST) + "\n");
        write(file, List.of(payloads.get(FIRST), example(COUNT + 1)));
        assertFound(run("get", "a", "--lookup", key(COUNT + 1)), "record " + (FIRST + 1) + ",", true);
    }

    /** Returns 25 records that take the bytes of 50. */
    private List<byte[]> larger() {
        List<byte[]> larger = new ArrayList<>();
        int size = payloads.get(0).length;
        for (int i = 0; i < 25; i++) {
            // Each record takes the bytes of two.
            larger.add(Example.builder()
                    .put("id", 2_000_000 + i)
                    .put("text", "x".repeat(size + 16 - 14))
                    .build()
                    .toByteArray());
        }
        assertThat(frames(larger)).hasSameSizeAs(frames(reversed()));
        return larger;
    }

    @Test
    void findRecordsOfOtherSizes() throws IOException {
        Path file = indexed();
        write(file, larger());
        CommandRun get = run("get", "a", "5", Integer.toString(FIRST + 5), Integer.toString(FIRST + 1));
        assertFound(get, "2000005", true);
        assertThat(get.text().lines().filter(line -> line.startsWith("# ")))
                .extracting(line -> line.substring(0, line.indexOf(',')))
                .containsExactly("# a: record 5", "# a: record " + (FIRST + 5), "# a: record " + (FIRST + 1));
        assertThat(run("get", "a", Integer.toString(COUNT - 25)).code()).isEqualTo(2);
        // Now the index has 25 records less than the file.
        write(file, new ArrayList<>(payloads.subList(FIRST, END)));
        assertFound(run("get", "a", Integer.toString(COUNT - 1), "--max-record", "1MB"), key(COUNT - 1), true);
    }

    /** The first record that is asked for is intact at its old offset, and has a different number now. */
    @ParameterizedTest
    @ValueSource(strings = {"55000 50001", "-- -4975 50001", "--last 4975"})
    void printNoRecordBeforeAllAreProven(String numbers) throws IOException {
        write(indexed(), larger());
        CommandRun get = run(("get a " + numbers).split(" "));
        assertFound(get, key(55_025), true);
        assertThat(get.text()).startsWith("# a: record 55000,").doesNotContain(key(55_000));
    }

    @Test
    void skipDamage() throws IOException {
        Path file = indexed();
        int frame = (int) Files.size(file) / COUNT;
        InPlaceChange.write(file, (long) FIRST * frame, new byte[frame]);
        for (String words : List.of("get a 5 50005", "get a --last 2", "get a --lookup 5", "get a 50000")) {
            CommandRun get = run((words + " --skip-damage").split(" "));
            assertThat(get.code()).as(words).isEqualTo(1);
            assertThat(get.err()).as(words).contains("a: record " + FIRST + " ").contains("bytes skipped");
        }
        assertThat(run("get", "a", "5", "50005", "--skip-damage").text()).contains(key(5), key(FIRST + 5));
    }

    @Test
    void exportTheRecordsOfTheFile() throws IOException {
        Path file = indexed();
        write(file, List.of(example(1)));
        CommandRun export = run("index", "a", "--export", "text");
        assertThat(export.code()).isZero();
        assertThat(export.err()).startsWith("note: ").contains("a: the payloads of records have changed; build the");
        assertThat(Files.readAllLines(directory.resolve("text"))).hasSize(COUNT);
    }

    @Test
    void useTheIndexOfACopy() throws IOException {
        Path file = indexed();
        Files.copy(file, directory.resolve("b"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(directory.resolve(".a.index"), directory.resolve(".b.index"));
        assertFound(run("get", "b", "--lookup", key(FIRST)), "record " + FIRST + ",", false);
        assertFound(run("count", "--trust-index", "--json", "b"), "\"by\":\"index\"", false);
        CommandRun missing = run("get", "b", "--lookup", "5");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err()).isEqualTo("b: no record with the key 5\n");
        assertThat(run("index", "--check", "b").text()).isEqualTo("b: fresh\n");
        assertThat(run("index", "--json", "b").text()).contains("\"built\":true");
        assertThat(run("index", "--json", "b").text()).contains("\"built\":false");
    }
}
