package dev.riffle.arrow;

import dev.riffle.RecordReader;
import dev.riffle.arrow.internal.schema.FeatureColumn;
import dev.riffle.arrow.internal.schema.MessageType;
import dev.riffle.arrow.internal.schema.ReadColumns;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.internal.ExampleLists;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.io.Bytes;
import dev.riffle.parse.PayloadBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.jspecify.annotations.Nullable;

/**
 * Collects the records of one batch, then converts them to vectors. One thread adds records, then one thread converts.
 * The next batch reuses the memory of the payloads and of the parser, but never the memory of the vectors.
 */
final class RecordRows {

    /** Copies one column of the parsed batch. */
    @FunctionalInterface
    private interface Copy {
        void copy(BatchBuffers out);
    }

    private final BufferAllocator allocator;
    private final PayloadBatch payloads = new PayloadBatch();
    private final RecordPlaces places = new RecordPlaces();
    private final FeatureRows features;
    private final OtherFeatures others;
    private final List<Copy> copies = new ArrayList<>();

    /** Divides the records into contexts and Examples; null for other messages. */
    private final @Nullable ListParts parts;

    private boolean seeksOthers;
    private @Nullable RecordMismatchException other;

    /**
     * Creates an object without records.
     *
     * @param parsers returns the parser of columns
     */
    RecordRows(
            ReadColumns columns,
            MessageType message,
            FeatureRows.Remedy remedy,
            Function<List<FeatureColumn>, MessageParsing> parsers,
            BufferAllocator allocator) {
        this.allocator = allocator;
        List<FeatureColumn> featureColumns = new ArrayList<>();
        ExamplesCopy examples = null;
        for (ReadColumns.Column column : columns.columns()) {
            if (column instanceof ReadColumns.OfFeature feature) {
                int number = featureColumns.size();
                featureColumns.add(feature.feature());
                copies.add(out -> features().copy(number, out));
            } else if (column instanceof ReadColumns.OfPlace place) {
                PlaceCopy copy = new PlaceCopy(place.place());
                copies.add(out -> copy.copy(places, out));
            } else if (column instanceof ReadColumns.OfExamples list) {
                ExamplesCopy copy = new ExamplesCopy(list.features());
                examples = copy;
                copies.add(copy::copy);
            }
        }
        this.features = new FeatureRows(message, featureColumns, remedy, parsers);
        this.others = new OtherFeatures(message, featureColumns);
        this.parts = message == MessageType.EXAMPLE_LIST ? new ListParts(examples) : null;
    }

    private FeatureRows features() {
        return features;
    }

    /**
     * Removes all records.
     *
     * @param seeking whether the next conversion looks for a feature without a column
     */
    void clear(boolean seeking) {
        payloads.clear();
        places.clear();
        seeksOthers = seeking;
        other = null;
    }

    /** Adds the current record of a reader. */
    void add(RecordReader reader) throws IOException {
        payloads.addRecord(reader);
        places.add(reader);
    }

    /** Returns the number of records. */
    int size() {
        return payloads.size();
    }

    /** Returns the number of bytes of all payloads. */
    long byteSize() {
        return payloads.byteSize();
    }

    /**
     * Returns the records as vectors, which the caller closes.
     *
     * @throws RecordMismatchException for a record that does not fit the columns
     * @throws IOException if the allocator has too little memory
     */
    ArrowRecordBatch convert() throws IOException {
        try (BatchBuffers buffers = new BatchBuffers(allocator)) {
            PayloadBatch messages = parts == null ? payloads : parts.contexts(payloads);
            features.parse(messages);
            for (Copy copy : copies) {
                copy.copy(buffers);
            }
            if (seeksOthers) {
                other = firstOther(messages);
            }
            return buffers.batch(size());
        } catch (ColumnFault fault) {
            throw mismatch(fault);
        } catch (OutOfMemoryException e) {
            throw tooLittleMemory(allocator, e);
        } catch (ArithmeticException e) {
            throw new IOException(
                    places.at(0) + ": a column of this batch of " + size() + " records has 2 GiB or more; use smaller"
                            + " batches or fewer columns",
                    e);
        }
    }

    private @Nullable RecordMismatchException firstOther(PayloadBatch messages) {
        ColumnFault first = others.first(messages);
        if (first == null && parts != null && parts.examples != null) {
            first = parts.examples.firstOther();
        }
        return first == null
                ? null
                : RecordMismatchException.withoutColumn(places.at(first.row()), String.valueOf(first.column()));
    }

    /** Returns the exception for the first feature without a column that the conversion has found, or null. */
    @Nullable
    RecordMismatchException other() {
        return other;
    }

    static IOException tooLittleMemory(BufferAllocator allocator, OutOfMemoryException cause) {
        return new IOException(
                "the allocator \"" + allocator.getName() + "\" has too little memory for the vectors of a batch: its"
                        + " limit is " + allocator.getLimit() + " bytes, of which " + allocator.getAllocatedMemory()
                        + " are in use; use a larger limit, smaller batches, fewer threads or fewer columns",
                cause);
    }

    private RuntimeException mismatch(ColumnFault fault) {
        if (fault.row() < 0) {
            String reason = "a batch of " + size() + " records: " + fault.reason();
            return RecordMismatchException.at(places.at(0), fault.column(), reason, fault.getCause());
        }
        return RecordMismatchException.at(places.at(fault.row()), fault.column(), fault.reason(), fault.getCause());
    }

    /** The contexts and the Examples of a batch of ExampleListWithContexts. */
    private static final class ListParts {

        private final PayloadBatch contexts = new PayloadBatch();
        private final ExampleCursor cursor = PayloadKind.EXAMPLE_LIST.cursor();
        private final @Nullable ExamplesCopy examples;

        ListParts(@Nullable ExamplesCopy examples) {
            this.examples = examples;
        }

        PayloadBatch contexts(PayloadBatch payloads) {
            contexts.clear();
            if (examples != null) {
                examples.clear();
            }
            for (int row = 0; row < payloads.size(); row++) {
                ExampleLists list = list(payloads.payload(row), row);
                contexts.add(list.context().orElse(Bytes.empty()));
                if (examples != null) {
                    examples.add(list.examples());
                }
            }
            return contexts;
        }

        private ExampleLists list(ByteBuffer payload, int row) {
            byte[] bytes = new byte[payload.remaining()];
            payload.get(payload.position(), bytes);
            Optional<PayloadKind> other = PayloadKind.EXAMPLE_LIST.misread(ByteBuffer.wrap(bytes), cursor);
            if (other.isPresent()) {
                throw new ColumnFault(row, null, other.get().insteadOf(PayloadKind.EXAMPLE_LIST, bytes), null);
            }
            return ExampleLists.parse(bytes);
        }
    }
}
