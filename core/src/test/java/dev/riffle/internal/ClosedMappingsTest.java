package dev.riffle.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A closed mapping is found by its file, without a comparison with all other mappings. */
class ClosedMappingsTest {

    private static final int COUNT = 1000;

    /** A file key that counts its comparisons. */
    private record Key(int number, AtomicInteger compared) {
        @Override
        public boolean equals(Object other) {
            compared.incrementAndGet();
            return other instanceof Key key && key.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    @Test
    void findsAMappingAmongManyWithFewComparisons(@TempDir Path directory) throws IOException {
        Path file = Files.write(directory.resolve("data"), new byte[1]);
        AtomicInteger compared = new AtomicInteger();
        // Protects the mappings from a garbage collection.
        List<ByteBuffer> inUse = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file)) {
            for (int i = 0; i < COUNT; i++) {
                Mapping mapping = ClosedMappings.map(channel, new Key(i, compared), 0, 1);
                inUse.add(mapping.bytes());
                mapping.release();
            }
            compared.set(0);
            for (int i = 0; i < COUNT; i++) {
                ClosedMappings.map(channel, new Key(i, compared), 0, 1);
            }
        }
        assertThat(compared.get()).isBetween(COUNT, 4 * COUNT);
        Reference.reachabilityFence(inUse);
    }
}
