package dev.riffle.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Progress;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProgressBarTest {

    private static Terminal person() {
        return Terminal.of(
                new ByteArrayInputStream(new byte[0]),
                new ByteArrayOutputStream(),
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                Path.of(""),
                Terminal.Audience.PERSON);
    }

    private static Progress event(long bytes) {
        return new Progress(1, bytes, OptionalLong.empty(), false);
    }

    @Test
    void addsTheBytesOfOperationsAtTheSameTime() {
        try (ProgressBar bar = ProgressBar.over(person(), "verify", List.of())) {
            ProgressBar.Part one = bar.part();
            ProgressBar.Part other = bar.part();
            one.moved(event(50));
            other.moved(event(7));
            one.moved(event(80));
            assertThat(bar.done()).isEqualTo(87);
            bar.moved(event(100));
            bar.moved(event(100));
            assertThat(bar.done()).isEqualTo(187);
        }
    }

    @Test
    void countsTheStoredBytesOfACompressedFile() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RecordWriterOptions gzip = RecordWriterOptions.defaults().compression(Compression.GZIP);
        try (RecordWriter writer = RecordWriter.create(out, "out", gzip)) {
            Random random = new Random(3);
            for (int i = 0; i < 2000; i++) {
                byte[] payload = new byte[1000];
                random.nextBytes(payload);
                writer.write(payload);
            }
            writer.commit();
        }
        ByteSource source = ByteSource.of(Bytes.copyOf(out.toByteArray()), "memory");
        try (ProgressBar bar = ProgressBar.over(person(), "count", List.of(source, source))) {
            for (int file = 0; file < 2; file++) {
                try (RecordReader reader = RecordReader.open(source)) {
                    for (int i = 0; i < 1000; i++) {
                        assertThat(reader.next()).isTrue();
                        bar.step(reader);
                    }
                    assertThat(bar.done() - file * out.size()).isBetween(out.size() / 3L, out.size() * 3L / 4);
                }
                bar.sourceDone(source);
                assertThat(bar.done()).isEqualTo((file + 1L) * out.size());
            }
        }
    }

    @Test
    void reportsRateAndRemainingTime() {
        assertThat(ProgressBar.line("verify", 2_000_000_000L, 8_000_000_000L, 2.0))
                .isEqualTo("verify: 2.0 GB of 8.0 GB (25 %), 1.0 GB/s, 6 s left");
        assertThat(ProgressBar.line("count", 1_000_000L, 3_000_000_000L, 1.0)).endsWith("49 min left");
    }

    @Test
    void reportsOnlyTheRateIfTheSizeIsUnknown() {
        assertThat(ProgressBar.line("count", 1_500_000L, 0, 1.0)).isEqualTo("count: 1.5 MB, 1.5 MB/s");
    }
}
