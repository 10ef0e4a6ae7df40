package dev.riffle.shard;

import dev.riffle.RecordCursorContract;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Checks the contract of readers with a {@link RecordSetReader}. */
class RecordSetReaderCursorTest extends RecordCursorContract {

    private record Reading(RecordSetReader reader) implements Cursor {

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
        return new Reading(RecordSetReader.open(RecordInput.of(List.of(source)).reading(options)));
    }
}
