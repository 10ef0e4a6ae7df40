package dev.riffle.spark.internal.write;

import dev.riffle.internal.GuardedOutput;
import dev.riffle.io.ByteSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Counts the bytes written to a sink and computes their checksum. Supports one output, on one thread. */
final class CountedSink implements ByteSink {

    private final ByteSink sink;

    private final CRC32C checksum = new CRC32C();

    private long written;

    CountedSink(ByteSink sink) {
        this.sink = sink;
    }

    /** Returns the number of stored bytes written so far. */
    long written() {
        return written;
    }

    /** Returns the CRC-32C of the bytes written so far. */
    int checksum() {
        return (int) checksum.getValue();
    }

    @Override
    public String name() {
        return sink.name();
    }

    @Override
    public Output create() throws IOException {
        return new Counting(sink.create());
    }

    private final class Counting extends GuardedOutput implements Output {

        private final Output output;

        Counting(Output output) {
            super(name());
            this.output = output;
        }

        @Override
        protected int writeGuarded(ByteBuffer source) throws IOException {
            ByteBuffer bytes = source.duplicate();
            int count = output.write(source);
            written += count;
            checksum.update(bytes.limit(bytes.position() + count));
            return count;
        }

        @Override
        protected void syncGuarded() throws IOException {
            output.sync();
        }

        @Override
        protected void commitGuarded() throws IOException {
            output.commit();
        }

        @Override
        protected void closeGuarded() throws IOException {
            output.close();
        }
    }
}
