package dev.riffle.shard.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Repeats an operation, each time on a disk that is full at a later write, until the operation succeeds. */
public abstract class FullDisk {

    public static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();

    @TempDir
    public Path directory;

    protected Path input = Path.of("");

    /** Writes the output with these file operations. */
    @FunctionalInterface
    protected interface Work {
        void with(CommitStorage storage) throws IOException;
    }

    @BeforeEach
    void writeInput() throws IOException {
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

    protected final void failAtEveryWrite(Work work) throws IOException {
        Map<String, String> before = content();
        int writes = 0;
        while (true) {
            try {
                work.with(new FailingStorage(writes).diskFull());
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

    protected final OutputPlan shards(CommitStorage storage) {
        return new OutputPlan(RecordOutput.shards(ShardNames.of(directory.resolve("train"), 3), OPTIONS), storage);
    }
}
