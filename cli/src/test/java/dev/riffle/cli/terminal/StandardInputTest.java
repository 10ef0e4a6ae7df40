package dev.riffle.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.Script;
import dev.riffle.io.Bytes;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandardInputTest {

    @TempDir
    Path directory;

    /** Reads more bytes than the buffer holds, because only then does the reader ask for available bytes. */
    @Test
    void readsAPipeToItsEnd() throws IOException {
        Path file = directory.resolve("a.tfrecord");
        RecordWriter.write(file, RecordWriterOptions.defaults(), records -> {
            for (int i = 0; i < 1000; i++) {
                records.write(Bytes.ofOwned(new byte[500]));
            }
        });
        Path pipe = directory.resolve("pipe");
        assertThat(Script.run(directory, Map.of(), "mkfifo", "pipe").code()).isZero();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            try {
                Files.write(pipe, Files.readAllBytes(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        int count = 0;
        try (FileInputStream in = new FileInputStream(pipe.toFile());
                RecordReader reader = RecordReader.open(new StandardInput(in.getChannel()), "pipe")) {
            while (reader.next()) {
                count++;
            }
        }
        writer.join();
        assertThat(count).isEqualTo(1000);
    }
}
