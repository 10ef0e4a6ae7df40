package dev.riffle.arrow;

import dev.riffle.RecordFormat;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;

/** Reads the rows of a reader as payloads, batch after batch. One thread at a time may use this object. */
final class ReaderRows {

    private final ArrowReader reader;
    private final VectorSchemaRoot root;
    private final RecordFormat format;
    private final ArrowRecordOptions options;

    private RowEncoder encoder;
    private long before;
    private int size;

    private ReaderRows(
            ArrowReader reader,
            VectorSchemaRoot root,
            RecordFormat format,
            ArrowRecordOptions options,
            RowEncoder encoder) {
        this.reader = reader;
        this.root = root;
        this.format = format;
        this.options = options;
        this.encoder = encoder;
    }

    /**
     * Reads the schema and checks all columns.
     *
     * @throws ArrowColumnException if records cannot hold a column
     */
    static ReaderRows of(ArrowReader reader, RecordFormat format, ArrowRecordOptions options) throws IOException {
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        ArrowRecordOptions own = options.dictionaries(reader);
        return new ReaderRows(reader, root, format, own, RowEncoder.of(root, format, own));
    }

    /** Loads the next batch, which may be empty. Returns false at the end. */
    boolean loadNextBatch() throws IOException {
        before += size;
        size = 0;
        if (!reader.loadNextBatch()) {
            return false;
        }
        // The vectors are those of the last batch, but a batch can replace their children and dictionaries.
        encoder = RowEncoder.of(root, format, options);
        size = root.getRowCount();
        return true;
    }

    /** Returns the number of rows of the batch. */
    int size() {
        return size;
    }

    /** Returns the payload of a row of the batch. */
    Bytes payload(int row) {
        return encoder.payload(row, before);
    }

    Iterator<Bytes> iterator() {
        return new Iterator<>() {
            private int next;
            private boolean ended;

            @Override
            public boolean hasNext() {
                try {
                    while (!ended && next >= size) {
                        ended = !loadNextBatch();
                        next = 0;
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return !ended;
            }

            @Override
            public Bytes next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return payload(next++);
            }
        };
    }
}
