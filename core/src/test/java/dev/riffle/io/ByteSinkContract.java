package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Defines the contract of every sink. To test a sink of your own, extend this class in a JUnit 5 test and implement the
 * abstract methods. The class is in the artifact {@code riffle-core} with the classifier {@code tests}, and needs JUnit
 * 5 and AssertJ.
 */
public abstract class ByteSinkContract {

    /** Returns a sink for a writable destination. */
    protected abstract ByteSink sink() throws IOException;

    /** Returns the current content of the destination. */
    protected abstract byte[] content() throws IOException;

    /** Returns the content of the destination before any write, which is empty for most sinks. */
    protected byte[] contentBefore() {
        return new byte[0];
    }

    /** Returns the name that {@link #sink()} must have. */
    protected abstract String name();

    protected static void write(ByteSink.Output output, byte[] bytes) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            output.write(rest);
        }
    }

    protected final byte[] contentWith(byte[] written) {
        return SampleBytes.concatenated(contentBefore(), written);
    }

    @Test
    void hasItsName() throws IOException {
        assertThat(sink().name()).isEqualTo(name());
    }

    @Test
    void containsAllBytesAfterTheCommit() throws IOException {
        byte[] written = SampleBytes.random(300_000, 1);
        try (ByteSink.Output output = sink().create()) {
            for (int from = 0; from < written.length; from += 50_000) {
                write(output, Arrays.copyOfRange(written, from, from + 50_000));
            }
            output.commit();
        }

        assertThat(content()).isEqualTo(contentWith(written));
    }

    @Test
    void commitsWithoutAnyByte() throws IOException {
        try (ByteSink.Output output = sink().create()) {
            output.commit();
        }

        assertThat(content()).isEqualTo(contentBefore());
    }

    @Test
    void acceptsEveryKindOfBuffer() throws IOException {
        byte[] written = SampleBytes.text(1000);
        ByteBuffer direct = ByteBuffer.allocateDirect(1200)
                .position(100)
                .put(written)
                .flip()
                .position(100);
        try (ByteSink.Output output = sink().create()) {
            write(output, new byte[0]);
            while (direct.hasRemaining()) {
                output.write(direct);
            }
            ByteBuffer readOnly = ByteBuffer.wrap(written).asReadOnlyBuffer();
            while (readOnly.hasRemaining()) {
                output.write(readOnly);
            }
            output.commit();
        }

        assertThat(content()).isEqualTo(contentWith(SampleBytes.concatenated(written, written)));
    }

    @Test
    void syncsBeforeTheCommit() throws IOException {
        try (ByteSink.Output output = sink().create()) {
            output.sync();
            write(output, new byte[] {1, 2});
            output.sync();
            write(output, new byte[] {3});
            output.sync();
            output.commit();
        }

        assertThat(content()).isEqualTo(contentWith(new byte[] {1, 2, 3}));
    }

    @Test
    void isOpenUntilTheCommit() throws IOException {
        try (ByteSink.Output output = sink().create()) {
            assertThat(output.isOpen()).isTrue();
            output.commit();
            assertThat(output.isOpen()).isFalse();
        }
    }

    @Test
    void ignoresASecondClose() throws IOException {
        ByteSink.Output output = sink().create();
        write(output, new byte[] {1, 2, 3});
        output.commit();
        output.close();
        output.close();

        assertThat(output.isOpen()).isFalse();
        assertThat(content()).isEqualTo(contentWith(new byte[] {1, 2, 3}));
    }

    @Test
    void rejectsASecondCommit() throws IOException {
        try (ByteSink.Output output = sink().create()) {
            write(output, new byte[] {1, 2, 3});
            output.commit();
            assertThatIllegalStateException().isThrownBy(output::commit).withMessageStartingWith(name() + ": ");
        }

        assertThat(content()).isEqualTo(contentWith(new byte[] {1, 2, 3}));
    }

    @Test
    void rejectsACommitAfterClosing() throws IOException {
        ByteSink.Output output = sink().create();
        output.close();

        assertThatIllegalStateException().isThrownBy(output::commit).withMessageStartingWith(name() + ": ");
    }

    @Test
    void rejectsWritesAfterTheCommit() throws IOException {
        try (ByteSink.Output output = sink().create()) {
            write(output, new byte[] {1});
            output.commit();
            assertThatThrownBy(() -> output.write(ByteBuffer.allocate(1))).isInstanceOf(ClosedChannelException.class);
            assertThatThrownBy(output::sync).isInstanceOf(ClosedChannelException.class);
        }

        assertThat(content()).isEqualTo(contentWith(new byte[] {1}));
    }

    @Test
    void rejectsWritesAfterClosing() throws IOException {
        ByteSink.Output output = sink().create();
        output.close();

        assertThat(output.isOpen()).isFalse();
        assertThatThrownBy(() -> output.write(ByteBuffer.allocate(1))).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(output::sync).isInstanceOf(ClosedChannelException.class);
    }
}
