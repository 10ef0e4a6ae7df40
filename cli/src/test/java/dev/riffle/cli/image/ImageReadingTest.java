package dev.riffle.cli.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ImageReadingTest {

    private static List<ImageEntry> entries(int count, long size) {
        List<ImageEntry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(new ImageEntry(Path.of("p" + i), "p" + i, String.valueOf(i), Optional.empty(), size));
        }
        return entries;
    }

    @Test
    void returnsFilesInOrder() throws IOException {
        List<ImageEntry> entries = entries(1000, 10);
        try (ImageReading reading =
                new ImageReading(entries, entry -> entry.name().getBytes(StandardCharsets.UTF_8))) {
            for (ImageEntry entry : entries) {
                assertThat(new String(reading.next(), StandardCharsets.UTF_8)).isEqualTo(entry.name());
            }
        }
    }

    @Test
    void limitsReadAhead() throws IOException {
        AtomicInteger read = new AtomicInteger();
        try (ImageReading large = new ImageReading(entries(1000, 40_000_000), entry -> {
            read.incrementAndGet();
            return new byte[0];
        })) {
            assertThat(large.next()).isEmpty();
        }
        assertThat(read.get()).isLessThanOrEqualTo(2);
    }

    @Test
    void throwsAFailureInFileOrder() throws IOException {
        try (ImageReading reading = new ImageReading(entries(3, 1), entry -> {
            if (entry.name().equals("1")) {
                throw new IOException("p1: broken");
            }
            return new byte[1];
        })) {
            assertThat(reading.next()).hasSize(1);
            assertThatThrownBy(reading::next).isInstanceOf(IOException.class).hasMessage("p1: broken");
        }
    }

    @Test
    void stopsWhenItIsInterrupted() {
        try (ImageReading reading = new ImageReading(entries(1, 1), entry -> {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            return new byte[0];
        })) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(reading::next).isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
