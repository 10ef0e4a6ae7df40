package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class StreamSinkTest extends ByteSinkContract {

    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();

    @Override
    protected ByteSink sink() {
        return ByteSink.of(stream, name());
    }

    @Override
    protected byte[] content() {
        return stream.toByteArray();
    }

    @Override
    protected String name() {
        return "standard output";
    }

    @Nested
    class Failing extends FailingSinkContract {

        @Override
        protected ByteSink.Output output(Step step) throws IOException {
            OutputStream below = new OutputStream() {
                @Override
                public void write(int b) throws IOException {
                    throw new AssertionError("one byte");
                }

                @Override
                public void write(byte[] bytes, int offset, int size) throws IOException {
                    step.run();
                }

                @Override
                public void flush() throws IOException {
                    step.run();
                }
            };
            return ByteSink.of(below, name()).create();
        }
    }

    @Test
    void commitAndSyncFlush() throws IOException {
        ByteSink sink = ByteSink.of(new BufferedOutputStream(stream), name());
        try (ByteSink.Output output = sink.create()) {
            write(output, new byte[] {1});
            output.sync();
            assertThat(stream.size()).isEqualTo(1);
            write(output, new byte[] {2});
            output.commit();
            assertThat(stream.size()).isEqualTo(2);
        }
    }

    @Test
    void keepsTheStreamOpen() throws IOException {
        MemoryOutput target = MemoryOutput.unlimited();
        OutputStream below = Channels.newOutputStream(target);
        try (ByteSink.Output output = ByteSink.of(below, name()).create()) {
            write(output, new byte[] {1});
            output.commit();
        }
        try (ByteSink.Output output = ByteSink.of(below, name()).create()) {
            write(output, new byte[] {2});
        }
        below.write(3);

        assertThat(target.toByteArray()).containsExactly(1, 2, 3);
    }

    @Test
    void throwsTheFailureOfTheStream() throws IOException {
        OutputStream below = Channels.newOutputStream(MemoryOutput.full(10));
        try (ByteSink.Output output = ByteSink.of(below, name()).create()) {
            assertThatIOException().isThrownBy(() -> write(output, new byte[11]));
            assertThatIllegalStateException()
                    .isThrownBy(output::commit)
                    .withMessageEndingWith(
                            "an earlier write or commit failed, so the output is incomplete; write it again")
                    .withCauseInstanceOf(IOException.class);
        }
    }
}
