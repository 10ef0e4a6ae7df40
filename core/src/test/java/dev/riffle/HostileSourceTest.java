package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Reads sources that fail, return few bytes or claim a wrong size. The reader returns the records before the failure
 * and throws that failure.
 */
class HostileSourceTest {

    /** Returns a random number of bytes from each read, and fails at one chosen read. */
    private static final class Stuttering implements ReadableByteChannel {
        private final ByteBuffer bytes;
        private final Random random;
        private int readsLeft;
        private boolean open = true;

        Stuttering(byte[] bytes, long seed, int readsLeft) {
            this.bytes = ByteBuffer.wrap(bytes);
            this.random = new Random(seed);
            this.readsLeft = readsLeft;
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            if (readsLeft-- == 0) {
                throw new IOException("the network is gone");
            }
            if (!bytes.hasRemaining()) {
                return -1;
            }
            int count = Math.min(random.nextInt(40), Math.min(target.remaining(), bytes.remaining()));
            target.put(bytes.slice(bytes.position(), count));
            bytes.position(bytes.position() + count);
            return count;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }
    }

    private static byte[][] payloads() {
        Random random = new Random(3);
        byte[][] payloads = new byte[50][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = new byte[random.nextInt(100)];
            random.nextBytes(payloads[i]);
        }
        return payloads;
    }

    @Test
    void throwsTheFailureOfAnyRead() throws IOException {
        byte[][] payloads = payloads();
        for (Compression compression : Compression.builtIn()) {
            byte[] file = RecordFiles.write(RecordWriterOptions.defaults().compression(compression), payloads);
            boolean reachedEnd = false;
            for (int reads = 0; !reachedEnd; reads++) {
                Stuttering channel = new Stuttering(file, 5, reads);
                List<Bytes> records = new ArrayList<>();
                try (RecordReader reader =
                        RecordReader.open(ByteSource.of(channel, "network"), RecordFiles.tfRecord(compression))) {
                    while (reader.next()) {
                        records.add(Bytes.copyOf(reader.payload()));
                    }
                    reachedEnd = true;
                } catch (IOException e) {
                    assertThat(e).hasMessage("the network is gone");
                }
                assertThat(channel.isOpen()).isFalse();
                for (int i = 0; i < records.size(); i++) {
                    assertThat(records.get(i).toByteArray()).isEqualTo(payloads[i]);
                }
            }
        }
    }

    /** A source that claims a wrong size. */
    private record Lying(byte[] bytes, long claimedSize) implements ByteSource {
        @Override
        public String name() {
            return "liar";
        }

        @Override
        public OptionalLong size() {
            return OptionalLong.of(claimedSize);
        }

        @Override
        public ReadableByteChannel open(long offset) {
            return new Stuttering(bytes, 1, -1);
        }
    }

    @Test
    void doesNotTrustWrongSizes() throws IOException {
        for (long size : new long[] {0, 1, 55, 57, 1L << 40}) {
            RecordFiles.Outcome outcome =
                    RecordFiles.read(new Lying(RecordFiles.GOLDEN, size), RecordReaderOptions.defaults());
            assertThat(outcome.damage()).isEmpty();
            assertThat(outcome.records()).hasSize(3);
        }
    }

    @Test
    void rejectsAChannelThatNeverReturnsBytes() {
        ReadableByteChannel silent = new ReadableByteChannel() {
            @Override
            public int read(ByteBuffer target) {
                return 0;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {
                // There is nothing to close.
            }
        };
        assertThatThrownBy(
                        () -> RecordFiles.read(ByteSource.of(silent, "silent"), RecordFiles.tfRecord(Compression.NONE)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("use a blocking channel");
    }

    @Test
    void rejectsASecondOpeningOfAStream() throws IOException {
        ByteSource source = ByteSource.of(new OneByteChannel(RecordFiles.GOLDEN), "stream");
        try (RecordReader reader = RecordReader.open(source)) {
            assertThat(reader.next()).isTrue();
            assertThatThrownBy(() -> RecordReader.open(source)).hasMessageContaining("read only once");
        }
    }

    @Test
    void reportsDamageInAStreamWithoutReadingFurther() throws IOException {
        byte[] damaged = RecordFiles.GOLDEN.clone();
        damaged[20] ^= 1;
        // The channel would fail at the next read, so the reader must detect the damage in the bytes that it has.
        Stuttering channel = new Stuttering(damaged, 2, 30);
        try (RecordReader reader =
                RecordReader.open(ByteSource.of(channel, "network"), RecordFiles.tfRecord(Compression.NONE))) {
            assertThat(reader.next()).isTrue();
            assertThatThrownBy(reader::next).isInstanceOf(CorruptRecordException.class);
        }
    }
}
