package dev.riffle;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.stream.Stream;

/** Checks the contract of readers with a {@link RecordReader}. */
class RecordReaderCursorTest extends RecordCursorContract {

    private record Reading(RecordReader reader) implements Cursor {

        @Override
        public boolean next() throws IOException {
            return reader.next();
        }

        @Override
        public ByteBuffer payload() throws IOException {
            return reader.payload();
        }

        @Override
        public byte[] payloadBytes() throws IOException {
            return reader.payloadBytes();
        }

        @Override
        public int payloadSize() {
            return reader.payloadSize();
        }

        @Override
        public long index() {
            return reader.index();
        }

        @Override
        public Stream<Bytes> stream() {
            return reader.stream();
        }

        @Override
        public Iterator<Bytes> iterator() {
            return reader.iterator();
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }

    @Override
    protected Cursor open(ByteSource source, RecordReaderOptions options) throws IOException {
        return new Reading(RecordReader.open(source, options));
    }
}
