package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.ChildProcess;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.internal.CommitStorage;
import dev.riffle.shard.internal.FailingStorage;
import dev.riffle.shard.internal.FileStorage;
import dev.riffle.shard.internal.OutputPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fails at any step of writing a set, or kills the writer. The old files remain, and every manifest is correct. */
class RecordOutputFailureTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();

    @TempDir
    Path directory;

    private Path input = Path.of("");

    enum Way {
        EVEN,
        RECORDS,
        SIZE;

        OutputPlan target(Path prefix, RecordWriterOptions options, CommitStorage storage) {
            return switch (this) {
                case EVEN -> new OutputPlan(RecordOutput.shards(ShardNames.of(prefix, 3), options), storage);
                case RECORDS -> new OutputPlan(RecordOutput.ofRecords(prefix, "", 4, options), storage);
                case SIZE -> new OutputPlan(RecordOutput.ofSize(prefix, "", 120, options), storage);
            };
        }
    }

    @BeforeEach
    void writeInput() throws IOException {
        input = directory.resolve("in");
        write(10);
    }

    private void write(int records) throws IOException {
        RecordWriter.write(input, OPTIONS.overwrite(), writer -> {
            for (int i = 0; i < records; i++) {
                writer.write("record " + i);
            }
        });
    }

    private Map<String, String> content() throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                content.put(
                        file.getFileName().toString(),
                        new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1));
            }
        }
        return content;
    }

    private void copy(OutputPlan target) throws IOException {
        RecordRewrite.of(List.of(ByteSource.of(input))).copyTo(target);
    }

    private Path prefix() {
        return directory.resolve("train");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void restoresTheOldFilesWhenAnyStepFails(Way way) throws IOException {
        for (boolean old : List.of(true, false)) {
            if (old) {
                copy(way.target(prefix(), OPTIONS, new FileStorage()));
            } else {
                for (Path file : RecordSet.find(directory, "train@*").files()) {
                    Files.delete(file);
                }
            }
            Map<String, String> before = content();
            int failing = 0;
            while (true) {
                try {
                    copy(way.target(prefix(), old ? OPTIONS.overwrite() : OPTIONS, new FailingStorage(failing)));
                    break;
                } catch (IOException e) {
                    assertThat(e).hasMessageContaining("injected");
                }
                assertThat(content()).as("%s step %d", way, failing).isEqualTo(before);
                failing++;
            }
            assertThat(failing).isGreaterThan(12);
            assertThat(RecordSet.find(directory, "train@*")
                            .manifest()
                            .orElseThrow()
                            .check(directory))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void leavesNothingOnAFullDisk(Way way) throws IOException {
        Map<String, String> before = content();
        for (int writes = 0; ; writes++) {
            FailingStorage full = new FailingStorage(writes).diskFull();
            try {
                copy(way.target(prefix(), OPTIONS, full));
                break;
            } catch (IOException e) {
                assertThat(e)
                        .hasMessageContaining("No space left on device")
                        .hasMessageContaining("train")
                        .message()
                        .doesNotContain(".tmp");
            }
            assertThat(content()).isEqualTo(before);
        }
        assertThat(content()).hasSizeGreaterThan(3);
    }

    private static void split(Path file, Path directory) throws IOException {
        RecordRewrite rewrite = RecordRewrite.of(List.of(ByteSource.of(file)));
        rewrite.copyTo(RecordOutput.shards(ShardNames.of(directory.resolve("even"), 7), OPTIONS.overwrite()));
        rewrite.copyTo(RecordOutput.ofRecords(directory.resolve("filled"), "", 3000, OPTIONS.overwrite()));
    }

    /** Splits the same file repeatedly and merges the shards, in a separate process. */
    static final class Worker {
        private Worker() {}

        public static void main(String[] arguments) throws IOException {
            Path directory = Path.of(arguments[0]);
            while (true) {
                split(directory.resolve("in"), directory);
                RecordRewrite.of(RecordSet.find(directory, "even@7"))
                        .copyTo(RecordOutput.file(directory.resolve("merged"), OPTIONS.overwrite()));
                System.out.println("merged");
            }
        }
    }

    @Test
    void leavesOnlyCompleteShardsWhenKilledAtAnyByte() throws Exception {
        write(20_000);
        byte[] content = Files.readAllBytes(input);
        Path expected = Files.createDirectory(directory.resolve("expected"));
        split(input, expected);
        long seed = Rounds.seed("set target failure");
        Random random = new Random(seed);
        int rounds = Rounds.isFull() ? 5 : 2;
        for (int round = 0; round < rounds; round++) {
            Files.deleteIfExists(directory.resolve("merged"));
            ChildProcess.deleteTemporaryFiles(directory);
            ChildProcess process = ChildProcess.java(
                    directory, directory.resolve("output"), Worker.class.getName(), directory.toString());
            process.awaitLines(1);
            long bytes = random.nextInt(content.length);
            process.await(() -> ChildProcess.temporaryBytes(directory) > bytes);
            process.kill();
            assertThat(input).hasBinaryContent(content);
            assertThat(directory.resolve("merged")).hasBinaryContent(content);
            for (String word : List.of("even@*", "filled@*")) {
                RecordSet set = RecordSet.findPartial(directory, word);
                Path manifest =
                        SetManifest.pathOf(ShardNames.parse(set.files().get(0)).names());
                if (Files.exists(manifest)) {
                    assertThat(SetManifest.read(manifest).check(directory))
                            .as("seed %d round %d", seed, round)
                            .isEmpty();
                }
                // Every run writes equal shards, so an existing shard is complete, even without a manifest.
                for (Path shard : set.files()) {
                    assertThat(Files.mismatch(shard, expected.resolve(shard.getFileName())))
                            .as("seed %d round %d: %s", seed, round, shard)
                            .isEqualTo(-1);
                }
            }
        }
    }
}
