package dev.riffle;

import dev.riffle.internal.RangeOutput;
import dev.riffle.io.ByteSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** Writes ranges as late as possible: only when the caller waits or writes other bytes. */
final class LateSink implements ByteSink {

    final ByteArrayOutputStream written = new ByteArrayOutputStream();
    final Deque<ByteBuffer> waiting = new ArrayDeque<>();

    /** The number of ranges accepted. */
    int ranges;

    boolean committed;

    /** Runs before the sink writes a waiting range. */
    Step beforeRange = () -> {};

    @FunctionalInterface
    interface Step {
        void run() throws IOException;
    }

    @Override
    public String name() {
        return "late";
    }

    @Override
    public Output create() {
        return new Late();
    }

    private final class Late implements Output, RangeOutput {

        @Override
        public void writeLater(ByteBuffer range) {
            ranges++;
            waiting.add(range.slice());
            range.position(range.limit());
        }

        @Override
        public void awaitWritten() throws IOException {
            while (!waiting.isEmpty()) {
                ByteBuffer range = waiting.remove();
                beforeRange.run();
                writeNow(range);
            }
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            awaitWritten();
            return writeNow(source);
        }

        private int writeNow(ByteBuffer source) {
            byte[] bytes = new byte[source.remaining()];
            source.get(bytes);
            written.writeBytes(bytes);
            return bytes.length;
        }

        @Override
        public void sync() throws IOException {
            awaitWritten();
        }

        @Override
        public void commit() throws IOException {
            awaitWritten();
            committed = true;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            waiting.clear();
        }
    }
}
