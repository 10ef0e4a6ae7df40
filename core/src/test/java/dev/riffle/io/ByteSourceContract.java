package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Defines the contract of every source that can be opened repeatedly and at any offset. To test a source of your own,
 * extend this class in a JUnit 5 test and implement the two abstract methods. The class is in the artifact {@code
 * riffle-core} with the classifier {@code tests}, and needs JUnit 5 and AssertJ.
 */
public abstract class ByteSourceContract {

    private static final int TARGET_BYTES = 10_000;

    /** Returns a source of these bytes. A later call may replace the content of earlier sources. */
    protected abstract ByteSource source(byte[] content) throws IOException;

    /** Returns the name that a source of {@link #source} must have. */
    protected abstract String name();

    /** Returns the content that most tests give to the source. */
    protected byte[] content() {
        return SampleBytes.random(1000, 1);
    }

    private static byte[] readFrom(ByteSource source, long offset) throws IOException {
        try (ReadableByteChannel channel = source.open(offset)) {
            return ReadOutcome.of(channel, TARGET_BYTES).whole();
        }
    }

    @Test
    void hasItsName() throws IOException {
        assertThat(source(content()).name()).isEqualTo(name());
    }

    @Test
    void reportsItsSize() throws IOException {
        assertThat(source(content()).size()).hasValue(content().length);
    }

    @Test
    void mayBeEmpty() throws IOException {
        ByteSource source = source(new byte[0]);

        assertThat(source.size()).hasValue(0);
        assertThat(readFrom(source, 0)).isEmpty();
        assertThat(source.view(0, 1)).isEmpty();
    }

    @Test
    void opensAtEveryKindOfOffset() throws IOException {
        byte[] content = content();
        ByteSource source = source(content);

        for (int offset : new int[] {0, 1, content.length / 2, content.length - 1, content.length}) {
            assertThat(readFrom(source, offset))
                    .as("from %d", offset)
                    .isEqualTo(Arrays.copyOfRange(content, offset, content.length));
        }
    }

    @Test
    void returnsNoBytesPastTheEnd() throws IOException {
        ByteSource source = source(content());

        for (long past : new long[] {1, 1000, Integer.MAX_VALUE, 1L << 40}) {
            assertThat(readFrom(source, content().length + past))
                    .as("%d past the end", past)
                    .isEmpty();
        }
    }

    @Test
    void rejectsANegativeOffset() throws IOException {
        ByteSource source = source(content());

        assertThatIllegalArgumentException().isThrownBy(() -> source.open(-1)).withMessageContaining("-1");
    }

    @Test
    void staysAtItsEnd() throws IOException {
        try (ReadableByteChannel channel = source(content()).open(content().length)) {
            assertThat(channel.read(ByteBuffer.allocate(1))).isEqualTo(-1);
            assertThat(channel.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        }
    }

    @Test
    void readsIntoAnyPartOfAnyBuffer() throws IOException {
        byte[] content = content();
        for (ByteBuffer target : List.of(ByteBuffer.allocate(64), ByteBuffer.allocateDirect(64))) {
            try (ReadableByteChannel channel = source(content).open(0)) {
                target.position(10).limit(20);
                while (target.hasRemaining()) {
                    channel.read(target);
                }
            }
            byte[] read = new byte[10];
            target.clear().get(10, read);
            assertThat(read).isEqualTo(Arrays.copyOf(content, 10));
            assertThat(target.get(9)).isZero();
            assertThat(target.get(20)).isZero();
        }
    }

    @Test
    void rejectsReadsOfAClosedChannel() throws IOException {
        ReadableByteChannel channel = source(content()).open(0);
        assertThat(channel.isOpen()).isTrue();

        channel.close();
        channel.close();

        assertThat(channel.isOpen()).isFalse();
        assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1))).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void openChannelsAreIndependent() throws IOException {
        byte[] content = content();
        ByteSource source = source(content);

        try (ReadableByteChannel first = source.open(0);
                ReadableByteChannel second = source.open(0)) {
            ByteBuffer target = ByteBuffer.allocate(100);
            while (target.hasRemaining()) {
                first.read(target);
            }
            assertThat(ReadOutcome.of(second, TARGET_BYTES).whole()).isEqualTo(content);
            assertThat(ReadOutcome.of(first, TARGET_BYTES).whole())
                    .isEqualTo(Arrays.copyOfRange(content, 100, content.length));
        }
    }

    @Test
    void supportsSeveralThreads() throws Exception {
        byte[] content = content();
        ByteSource source = source(content);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<byte[]>> rests = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                int offset = content.length * i / 40;
                rests.add(threads.submit(() -> readFrom(source, offset)));
            }
            for (int i = 0; i < 40; i++) {
                assertThat(rests.get(i).get())
                        .isEqualTo(Arrays.copyOfRange(content, content.length * i / 40, content.length));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void opensRanges() throws IOException {
        byte[] content = content();
        ByteSource source = source(content);

        for (int offset : new int[] {0, 1, content.length / 2, content.length - 1, content.length}) {
            for (long length : new long[] {0, 1, 7, content.length / 2, content.length, Long.MAX_VALUE - offset}) {
                int end = (int) Math.min(offset + length, content.length);
                try (ReadableByteChannel channel = source.open(offset, length)) {
                    assertThat(ReadOutcome.of(channel, TARGET_BYTES).whole())
                            .as("%d bytes from %d", length, offset)
                            .isEqualTo(Arrays.copyOfRange(content, offset, end));
                    assertThat(channel.read(ByteBuffer.allocate(1))).isEqualTo(-1);
                }
            }
        }
    }

    @Test
    void opensEmptyRangesPastTheEnd() throws IOException {
        ByteSource source = source(content());

        for (long past : new long[] {1, 1000, 1L << 40}) {
            try (ReadableByteChannel channel = source.open(content().length + past, 10)) {
                assertThat(channel.read(ByteBuffer.allocate(1)))
                        .as("%d past the end", past)
                        .isEqualTo(-1);
            }
        }
    }

    @Test
    void rejectsWrongRanges() throws IOException {
        ByteSource source = source(content());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> source.open(-1, 5))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> source.open(5, -1))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> source.read(-1, 5))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> source.read(5, -1))
                .withMessageContaining("-1");
    }

    @Test
    void rejectsReadsOfAClosedRange() throws IOException {
        ReadableByteChannel channel = source(content()).open(1, 5);
        assertThat(channel.isOpen()).isTrue();

        channel.close();
        channel.close();

        assertThat(channel.isOpen()).isFalse();
        assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1))).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void readsBytesIntoMemory() throws IOException {
        byte[] content = content();
        ByteSource source = source(content);

        assertThat(source.read(0, content.length).toByteArray()).isEqualTo(content);
        assertThat(source.read(3, 5).toByteArray()).isEqualTo(Arrays.copyOfRange(content, 3, 8));
        assertThat(source.read(content.length - 2L, 5).toByteArray())
                .isEqualTo(Arrays.copyOfRange(content, content.length - 2, content.length));
        assertThat(source.read(content.length, 5).size()).isZero();
        assertThat(source.read(content.length + 9L, 5).size()).isZero();
        assertThat(source.read(3, 0).size()).isZero();
    }

    @Test
    void readsSeveralRanges() throws IOException {
        byte[] content = content();
        ByteSource source = source(content);
        int size = content.length;
        List<ByteRange> ranges = List.of(
                new ByteRange(0, 10),
                new ByteRange(10, 20),
                new ByteRange(40, 3),
                new ByteRange(size / 2, size / 4),
                new ByteRange(size - 5, 9),
                new ByteRange(size + 4L, 4));

        List<Bytes> read = source.readAll(ranges);

        assertThat(read).hasSameSizeAs(ranges);
        for (int i = 0; i < ranges.size(); i++) {
            ByteRange range = ranges.get(i);
            int from = (int) Math.min(range.offset(), size);
            assertThat(read.get(i).toByteArray()).as("%s", range).isEqualTo(Arrays.copyOfRange(content, from, (int)
                    Math.min(range.end(), size)));
        }
        assertThat(source.readAll(List.of())).isEmpty();
    }

    @Test
    void keepsItsVersionWhileItsContentStays() throws IOException {
        ByteSource source = source(content());

        Optional<String> version = source.version();
        source.read(0, 10);

        assertThat(source.version()).isEqualTo(version);
    }

    @Test
    void viewsHaveTheBytesOfTheChannel() throws IOException {
        byte[] content = content();
        ByteSource source = source(content);

        for (int offset : new int[] {0, 1, 333, content.length - 1}) {
            for (int length : new int[] {1, 7, content.length, Integer.MAX_VALUE}) {
                Optional<ByteBuffer> view = source.view(offset, length);
                if (view.isPresent()) {
                    ByteBuffer bytes = view.get();
                    assertThat(bytes.position()).isZero();
                    assertThat(bytes.limit()).isBetween(1, length);
                    assertThat(bytes.isReadOnly()).isTrue();
                    assertThat(bytes)
                            .as("%d bytes from %d", length, offset)
                            .isEqualTo(ByteBuffer.wrap(content, offset, bytes.limit()));
                }
            }
        }
    }

    @Test
    void returnsNoViewPastTheEnd() throws IOException {
        ByteSource source = source(content());

        assertThat(source.view(content().length, 1)).isEmpty();
        assertThat(source.view(content().length + 5L, 1)).isEmpty();
        assertThat(source.view(1L << 40, 1)).isEmpty();
    }
}
