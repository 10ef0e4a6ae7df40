package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.riffle.InPlaceChange;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.image.TestImages;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests commands whose writes fail: the size of files is limited, or the device is full. */
class FullDiskTest {

    private static final int RECORDS = 4000;

    @TempDir
    static Path inputs;

    @TempDir
    Path directory;

    private void makeInputs() throws IOException {
        RecordWriter.write(directory.resolve("in"), RecordWriterOptions.defaults(), records -> {
            for (int i = 0; i < RECORDS; i++) {
                records.write(Example.builder()
                        .put("n", i)
                        .put("s", "record " + i + "x".repeat(100))
                        .build()
                        .toByteArray());
            }
        });
        Files.copy(directory.resolve("in"), directory.resolve("damaged"));
        Samples.flip(directory.resolve("damaged"), 100_000);
        Samples.examples(directory.resolve("log"), Samples.number(1));
        for (int i = 0; i < 100; i++) {
            TestImages.put(directory.resolve("images/a/" + i + ".png"), TestImages.dot(i, 0, 0));
        }
        assertThat(CommandRun.of(directory, "export", "in", "-o", "rows.jsonl").code())
                .isZero();
    }

    /**
     * Checks that a log holds the old record, new records in order, and at most a part of the next record. Then repairs
     * the log.
     */
    private void checkAppended() throws IOException {
        byte[] old = Files.readAllBytes(Samples.examples(directory.resolve("old"), Samples.number(1)));
        byte[] more = Files.readAllBytes(directory.resolve("in"));
        byte[] log = Files.readAllBytes(directory.resolve("log"));
        assertThat(log).startsWith(old);
        assertThat(Arrays.copyOfRange(log, old.length, log.length))
                .isEqualTo(Arrays.copyOf(more, log.length - old.length));
        CommandRun repair = CommandRun.of(directory, "repair", "log", "-o", "repaired");
        assertThat(repair.code()).as(repair.err()).isIn(0, 1);
        CommandRun verify = CommandRun.of(directory, "verify", "repaired");
        assertThat(verify.code()).as(verify.text()).isZero();
        Files.delete(directory.resolve("old"));
        Files.delete(directory.resolve("repaired"));
    }

    /** Limits the size of files to 64 KiB. The limit is 4 KiB for image files and index files, which are small. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "split in -o out --shards 3",
                "split in -o out --records 2000",
                "split in -o out --size 300kB",
                "split in -o log --shards 1 --overwrite",
                "merge in in -o out",
                "take in -n 3000 -o out --shards 2",
                "slice in --from 1 -o log --overwrite",
                "sample in --rate 0.9 --seed 1 -o out",
                "dedupe in -o out",
                "dedupe in in -o out --dropped out.dropped",
                "filter n>=0 in -o out",
                "recompress in -o out --compression zlib --level 0",
                "shuffle in --seed 1 -o out",
                "shuffle in --seed 1 -o out --memory 64KiB",
                "repair damaged -o out",
                "index in --key s",
                "index in --export out",
                "images images -o out",
                "append in --into log",
                "append in --into log --in-place",
                "import rows.jsonl -o out",
                "convert in -o out",
                "convert in -o out --parts 2",
                "export in -o out.jsonl"
            })
    void keepsOldFilesWhenFilesCannotGrow(String command) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no shell with ulimit");
        SharedInputs.provide(inputs, directory, this::makeInputs);
        Map<String, Integer> before = content();
        boolean small = command.startsWith("index ") || command.startsWith("images ");
        int code = shell("ulimit -f " + (small ? 8 : 128) + " && exec \"$@\"", command);
        String reported = Files.readString(directory.resolve("messages"));
        assertThat(code).as(reported).isEqualTo(1);
        assertThat(reported)
                .as(command)
                .contains(command.contains(" log") ? "log" : command.contains(" out") ? "out" : "in")
                .doesNotContain(".tmp:")
                .doesNotContain("\tat ")
                .doesNotContain("unexpected")
                .contains("file too large for its disk or for the limit of this process (ulimit -f)");
        if (command.endsWith("--in-place")) {
            checkAppended();
            before.remove("log");
            Map<String, Integer> now = content();
            now.remove("log");
            assertThat(now).isEqualTo(before);
        } else {
            assertThat(content()).as(reported).isEqualTo(before);
        }
    }

    @Test
    void answersWithoutAnIndexThatCannotBeBuiltAgain() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no shell with ulimit");
        Path file = Samples.examples(
                directory.resolve("in"),
                IntStream.range(0, RECORDS)
                        .mapToObj(i -> Samples.number(1_000_000 + i))
                        .toArray(Example[]::new));
        assertThat(CommandRun.of(directory, "index", "in", "--key", "n").code()).isZero();
        int frame = (int) Files.size(file) / RECORDS;
        byte[] in = Files.readAllBytes(file);
        InPlaceChange.write(file, 2010 * frame, Arrays.copyOfRange(in, 2011 * frame, 2012 * frame));
        int code = shell("ulimit -f 8 && exec \"$@\"", "get in --lookup 1002010");
        assertThat(Files.readString(directory.resolve("messages")).lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("note: ").contains(".in.index: stale, built again: "),
                        line -> assertThat(line).startsWith("note: ").contains(".in.index: not built: "),
                        line -> assertThat(line).isEqualTo("in: no record with the key 1002010"));
        assertThat(code).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "merge in in -o -",
                "take in -n 3000 -o -",
                "sample in --rate 0.9 --seed 1 -o -",
                "filter n>=0 in -o -",
                "recompress in -o - --compression gzip",
                "shuffle in --seed 1 -o -",
                "repair in -o -",
                "convert in -o -",
                "export in",
                "cat in --json",
                "get in 1 --raw",
                "count in"
            })
    void reportsAFullStandardOutput(String command) throws Exception {
        assumeTrue(Files.isWritable(Path.of("/dev/full")), "there is no device that is always full");
        SharedInputs.provide(inputs, directory, this::makeInputs);
        Map<String, Integer> before = content();
        int code = shell("exec \"$@\" > /dev/full", command);
        String reported = Files.readString(directory.resolve("messages"));
        assertThat(code).as(reported).isEqualTo(1);
        assertThat(reported).as(command).isEqualTo("standard output: disk full; free some space or write elsewhere\n");
        assertThat(content()).isEqualTo(before);
    }

    private int shell(String script, String command) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                "/bin/sh",
                "-c",
                script,
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        words.addAll(List.of(command.split(" ")));
        Process process = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectErrorStream(!script.contains(">"))
                .redirectError(directory.resolve("messages").toFile())
                .redirectOutput(directory.resolve("messages").toFile())
                .start();
        return process.waitFor();
    }

    private Map<String, Integer> content() throws IOException {
        Map<String, Integer> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!file.endsWith("messages")) {
                    content.put(directory.relativize(file).toString(), Arrays.hashCode(Files.readAllBytes(file)));
                }
            }
        }
        return content;
    }
}
