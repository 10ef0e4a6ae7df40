package dev.riffle.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full at any write: nothing is left behind, the input stays, and the message names the file. */
class DiskFullTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();

    @TempDir
    Path directory;

    private Path input = Path.of("");

    /** Writes what is to be written with these steps. */
    @FunctionalInterface
    private interface Work {
        void with(FileSteps steps) throws IOException;
    }

    @BeforeEach
    void makeInput() throws IOException {
        input = directory.resolve("in");
        RecordWriter.write(input, OPTIONS, writer -> {
            for (int i = 0; i < 10; i++) {
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
                        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return content;
    }

    private void fullAtEveryWrite(Work work) throws IOException {
        Map<String, String> before = content();
        int writes = 0;
        while (true) {
            try {
                work.with(new FailingSteps(writes).diskFull());
                break;
            } catch (IOException e) {
                assertThat(e)
                        .hasMessageContaining("No space left on device")
                        .hasMessageContaining("train")
                        .message()
                        .doesNotContain(".tmp");
            }
            assertThat(content()).as("full at write %d", writes).isEqualTo(before);
            writes++;
        }
        assertThat(writes).isPositive();
        assertThat(content()).isNotEqualTo(before).containsEntry("in", before.get("in"));
    }

    private WrittenTarget shards(FileSteps steps) {
        return new EvenTarget(ShardNames.of(directory.resolve("train").toString(), 3), OPTIONS, steps);
    }

    @Test
    void whileADamagedFileIsRepaired() throws IOException {
        byte[] damaged = Files.readAllBytes(input);
        damaged[24 * 4 + 12] ^= 1;
        Files.write(input, damaged);
        fullAtEveryWrite(steps -> {
            LossReport report = Salvage.of(ByteSource.of(input)).copyTo(shards(steps));
            assertThat(report.records()).isEqualTo(9);
        });
    }

    @Test
    void whileASetIsCompressedAnew() throws IOException {
        List<Path> paths =
                ShardNames.of(directory.resolve("train").toString(), 1).paths();
        fullAtEveryWrite(steps -> new Recompression(
                        Surgery.on(List.of(ByteSource.of(input))), paths, OPTIONS.compression(Compression.GZIP), steps)
                .write());
    }

    @Test
    void whileRecordsAreWrittenToShardsAndTheirManifest() throws IOException {
        ShardNames names = ShardNames.of(directory.resolve("train").toString(), 3);
        fullAtEveryWrite(steps -> {
            try (ShardedRecordWriter writer = ShardedRecordWriter.create(names.paths(), OPTIONS, steps)) {
                for (int i = 0; i < 10; i++) {
                    writer.write(Bytes.ofUtf8("record " + i));
                }
                writer.commit();
            }
        });
    }

    @Test
    void whileRecordsAreShuffled() throws IOException {
        fullAtEveryWrite(steps -> ExternalShuffle.of(List.of(ByteSource.of(input)), 7)
                .temporaryDirectory(directory)
                .writeTo(shards(steps)));
    }
}
