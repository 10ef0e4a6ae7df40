package dev.riffle.shard.internal;

import dev.riffle.io.ByteSink;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Adds a check to a sink. The check runs immediately before the commit, after all slow steps. */
public record CheckedSink(ByteSink sink, Check check) implements ByteSink {

    /** Throws if the output must not be committed. */
    @FunctionalInterface
    public interface Check {
        void run() throws IOException;
    }

    @Override
    public String name() {
        return sink.name();
    }

    @Override
    public Output create() throws IOException {
        return new Checked(sink.create(), check);
    }

    private record Checked(Output out, Check check) implements Output {

        @Override
        public int write(ByteBuffer source) throws IOException {
            return out.write(source);
        }

        @Override
        public void sync() throws IOException {
            out.sync();
        }

        @Override
        public void commit() throws IOException {
            check.run();
            out.commit();
        }

        @Override
        public boolean isOpen() {
            return out.isOpen();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
