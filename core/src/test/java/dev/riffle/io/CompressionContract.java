package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Rounds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Defines the contract of every compression. {@link DamagedCompressionContract} adds the rules for compressions that
 * detect damage.
 */
@Timeout(60)
public abstract class CompressionContract {

    private static final int TARGET_BYTES = 64 << 10;
    private static final int RECORD_BYTES = 1000;

    /** Returns the compression that writes. It also reads, unless {@link #reading()} returns another compression. */
    protected abstract Compression compression();

    /** Returns the compression that reads. */
    protected Compression reading() {
        return compression();
    }

    /** Returns the name prefix of the threads that this compression may use while a channel is open. */
    protected String threadNames() {
        return "riffle-gzip";
    }

    /** Writes content as records of a thousand bytes each, without finishing the output. */
    protected static void writeRecords(CompressedOutput out, byte[] content) throws IOException {
        for (int from = 0; from < content.length; from += RECORD_BYTES) {
            ByteBuffer record = ByteBuffer.wrap(content, from, Math.min(RECORD_BYTES, content.length - from));
            writeFully(out, record);
            out.endRecord();
        }
    }

    private static void writeFully(WritableByteChannel out, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }

    protected final byte[] compressed(byte[] content) throws IOException {
        MemoryOutput target = MemoryOutput.unlimited();
        try (CompressedOutput out = compression().compress(target)) {
            writeRecords(out, content);
            out.finish();
        }
        return target.toByteArray();
    }

    /** Reads a compressed stream to its end or to a failure. Returns the bytes and the failure. */
    protected final ReadOutcome read(byte[] compressed) throws IOException {
        return read(SampleBytes.channel(compressed), TARGET_BYTES);
    }

    protected final ReadOutcome read(ReadableByteChannel compressed, int targetBytes) throws IOException {
        try (ReadableByteChannel channel = reading().decompress(compressed)) {
            return ReadOutcome.of(channel, targetBytes);
        }
    }

    /** Asserts that {@code whole} begins with {@code prefix}, which may be empty. */
    public static void assertPrefix(byte[] prefix, byte[] whole) {
        assertThat(prefix).isEqualTo(Arrays.copyOf(whole, Math.min(prefix.length, whole.length)));
    }

    private void assertRoundTrip(byte[] content) throws IOException {
        assertThat(read(compressed(content)).whole()).isEqualTo(content);
    }

    @AfterEach
    void leavesNoThread() {
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith(threadNames()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 12, 1000, 4096, 65535, 65536, 65537, 262143, 262144, 262145, 1 << 20})
    void restoresContentOfEverySize(int size) throws IOException {
        assertRoundTrip(SampleBytes.random(size, size));
        assertRoundTrip(SampleBytes.alternating(size));
        assertRoundTrip(SampleBytes.text(Math.min(size, 300_000)));
        assertRoundTrip(SampleBytes.repeated(Math.min(size, 300_000)));
    }

    @Test
    void restoresRandomMixtures() throws IOException {
        long seed = Rounds.seed("compression restoresRandomMixtures");
        Random random = new Random(seed);
        for (int i = 0; i < 10; i++) {
            byte[] content = SampleBytes.concatenated(
                    SampleBytes.text(random.nextInt(3000)),
                    SampleBytes.random(random.nextInt(3000), random.nextLong()),
                    SampleBytes.repeated(random.nextInt(100_000)),
                    SampleBytes.text(random.nextInt(10_000)));
            assertThat(read(compressed(content)).whole()).as("seed %d", seed).isEqualTo(content);
        }
    }

    @Test
    void acceptsPiecesOfAnySizeFromAnyBuffer() throws IOException {
        long seed = Rounds.seed("compression acceptsPiecesOfAnySizeFromAnyBuffer");
        Random random = new Random(seed);
        byte[] content = SampleBytes.text(400_000);
        MemoryOutput target = MemoryOutput.shortWrites(777);
        try (CompressedOutput out = compression().compress(target)) {
            int from = 0;
            while (from < content.length) {
                int count = Math.min(content.length - from, random.nextInt(1 + random.nextInt(50_000)));
                ByteBuffer piece = random.nextBoolean()
                        ? ByteBuffer.wrap(content, from, count).asReadOnlyBuffer()
                        : ByteBuffer.allocateDirect(count)
                                .put(content, from, count)
                                .flip();
                writeFully(out, piece);
                assertThat(piece.hasRemaining()).isFalse();
                from += count;
            }
            out.finish();
        }

        assertThat(read(target.toByteArray()).whole()).as("seed %d", seed).isEqualTo(content);
    }

    @Test
    void doesNotKeepTheCallersBuffer() throws IOException {
        byte[] content = SampleBytes.text(100_000);
        MemoryOutput target = MemoryOutput.unlimited();
        try (CompressedOutput out = compression().compress(target)) {
            ByteBuffer reused = ByteBuffer.allocate(1000);
            for (int from = 0; from < content.length; from += 1000) {
                writeFully(out, reused.clear().put(content, from, 1000).flip());
                Arrays.fill(reused.array(), (byte) 0);
                out.endRecord();
            }
            out.finish();
        }

        assertThat(read(target.toByteArray()).whole()).isEqualTo(content);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 4096, 1 << 20})
    void readsFromShortReadsAndIntoTargetsOfEverySize(int targetBytes) throws IOException {
        byte[] content = SampleBytes.alternating(30_000);
        byte[] compressed = compressed(content);

        assertThat(read(SampleBytes.channel(compressed), targetBytes).whole()).isEqualTo(content);
        assertThat(read(new ShortReadsChannel(SampleBytes.channel(compressed), 1), targetBytes)
                        .whole())
                .isEqualTo(content);
        assertThat(read(
                                new HesitantChannel(new ShortReadsChannel(SampleBytes.channel(compressed), 100), 3),
                                targetBytes)
                        .whole())
                .isEqualTo(content);
    }

    @Test
    void readsIntoAPartOfADirectBuffer() throws IOException {
        byte[] content = SampleBytes.text(5000);
        ByteBuffer target = ByteBuffer.allocateDirect(3000).position(1000).limit(2000);
        try (ReadableByteChannel channel = reading().decompress(SampleBytes.channel(compressed(content)))) {
            while (target.hasRemaining()) {
                assertThat(channel.read(target)).isPositive();
            }
            assertThat(channel.read(target)).isZero();
            assertThat(target.flip().position(1000)).isEqualTo(ByteBuffer.wrap(content, 0, 1000));
            assertThat(ReadOutcome.of(channel, 10_000).whole())
                    .isEqualTo(Arrays.copyOfRange(content, 1000, content.length));
        }
        assertThat(target.clear().get(999)).isZero();
        assertThat(target.get(2000)).isZero();
    }

    @Test
    void staysAtTheEnd() throws IOException {
        try (ReadableByteChannel channel = reading().decompress(SampleBytes.channel(compressed(new byte[] {1})))) {
            assertThat(ReadOutcome.of(channel, 100).whole()).containsExactly(1);
            assertThat(channel.read(ByteBuffer.allocate(1))).isEqualTo(-1);
            assertThat(channel.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        }
    }

    @Test
    void readsAnEmptyInputAsEmpty() throws IOException {
        assertThat(read(new byte[0]).whole()).isEmpty();
    }

    @Test
    void flushMakesAllWrittenBytesReadable() throws IOException {
        byte[] content = SampleBytes.text(300_000);
        MemoryOutput target = MemoryOutput.unlimited();
        try (CompressedOutput out = compression().compress(target)) {
            out.flush();
            for (int part = 0; part < 3; part++) {
                writeFully(out, ByteBuffer.wrap(content, part * 100_000, 100_000));
                out.flush();
                out.flush();
                assertThat(read(target.toByteArray()).bytes())
                        .as("part %d", part)
                        .isEqualTo(Arrays.copyOf(content, (part + 1) * 100_000));
            }
            out.finish();
        }
        assertThat(read(target.toByteArray()).whole()).isEqualTo(content);
    }

    @Test
    void ignoresASecondFinish() throws IOException {
        byte[] once = compressed(SampleBytes.text(5000));
        MemoryOutput target = MemoryOutput.unlimited();
        CompressedOutput out = compression().compress(target);
        writeRecords(out, SampleBytes.text(5000));

        out.finish();
        out.finish();
        out.close();
        out.close();

        assertThat(out.isOpen()).isFalse();
        assertThat(target.toByteArray()).isEqualTo(once);
        assertThat(target.isOpen()).isTrue();
    }

    @Test
    void rejectsWritesAfterTheEnd() throws IOException {
        MemoryOutput target = MemoryOutput.unlimited();
        CompressedOutput out = compression().compress(target);
        writeRecords(out, SampleBytes.text(5000));
        out.finish();
        byte[] finished = target.toByteArray();

        assertThatThrownBy(() -> out.write(ByteBuffer.allocate(1))).isInstanceOf(ClosedChannelException.class);
        out.close();
        assertThatThrownBy(() -> out.write(ByteBuffer.allocate(1))).isInstanceOf(ClosedChannelException.class);

        assertThat(target.toByteArray()).isEqualTo(finished);
    }

    @Test
    void rejectsWritesAfterAnEarlyClose() throws IOException {
        MemoryOutput target = MemoryOutput.unlimited();
        CompressedOutput out = compression().compress(target);
        out.close();

        assertThat(out.isOpen()).isFalse();
        assertThatThrownBy(() -> out.write(ByteBuffer.allocate(1))).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(out::flush).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(out::finish).isInstanceOf(ClosedChannelException.class);
        assertThat(target.toByteArray()).isEmpty();
        assertThat(target.isOpen()).isTrue();
    }

    @Test
    void throwsTheErrorOfAFullDisk() throws IOException {
        byte[] content = SampleBytes.random(600_000, 5);
        for (int capacity : new int[] {0, 5, 100_000, 300_000}) {
            try (CompressedOutput out = compression().compress(MemoryOutput.full(capacity))) {
                assertThatIOException()
                        .as("capacity %d", capacity)
                        .isThrownBy(() -> {
                            writeRecords(out, content);
                            out.finish();
                        })
                        .withMessage("No space left on device");
            }
        }
    }

    @Test
    void closingAReaderClosesItsChannel() throws IOException {
        ReadableByteChannel below = SampleBytes.channel(compressed(SampleBytes.text(50_000)));
        ReadableByteChannel channel = reading().decompress(below);
        channel.read(ByteBuffer.allocate(10));
        assertThat(channel.isOpen()).isTrue();

        channel.close();
        channel.close();

        assertThat(channel.isOpen()).isFalse();
        assertThat(below.isOpen()).isFalse();
        assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1))).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void throwsChannelFailuresAndStopsReading() throws IOException {
        byte[] content = SampleBytes.concatenated(SampleBytes.random(4000, 6), SampleBytes.text(9000));
        byte[] compressed = compressed(content);
        boolean fails = true;
        for (int failingRead = 0; fails; failingRead++) {
            ReadableByteChannel below = new ShortReadsChannel(SampleBytes.channel(compressed), 500);
            FailingChannel failing = new FailingChannel(below, failingRead);
            ReadableByteChannel channel = reading().decompress(failing);
            ReadOutcome outcome = ReadOutcome.of(channel, 4000);
            fails = failing.hasFailed();
            if (fails) {
                assertThat(outcome.failure()).hasMessage("the disk fails at read " + failingRead);
                assertPrefix(outcome.bytes(), content);
                if (repeatsFailures()) {
                    assertThatIOException()
                            .isThrownBy(() -> channel.read(ByteBuffer.allocate(100)))
                            .withMessage("the disk fails at read " + failingRead);
                }
            } else {
                assertThat(outcome.whole()).isEqualTo(content);
            }
            channel.close();
            assertThat(below.isOpen()).isFalse();
        }
    }

    @Test
    void deliversTheBytesBeforeAFailedRead() throws IOException {
        byte[] content = SampleBytes.random(400_000, 7);
        byte[] compressed = compressed(content);
        ReadableByteChannel below = new ShortReadsChannel(SampleBytes.channel(compressed), 1000);
        // The reader returns all bytes before the failure, except the last few.
        ReadOutcome outcome = read(new FailingChannel(below, compressed.length / 1000), TARGET_BYTES);

        assertThat(outcome.failure()).isNotNull();
        assertPrefix(outcome.bytes(), content);
        assertThat(outcome.bytes().length).isGreaterThan(content.length - mostHeldBack());
    }

    /**
     * Returns whether a read after a failed read fails with the same failure, even if the underlying channel would
     * continue.
     */
    protected boolean repeatsFailures() {
        return true;
    }

    /**
     * Returns the largest number of bytes that may be missing before a failure, because the compression returns only
     * complete blocks.
     */
    protected int mostHeldBack() {
        return 3000;
    }
}
