package dev.riffle.arrow;

import dev.riffle.RecordFormat;
import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * Writes records from Arrow vectors: one record for each row, and one feature for each column.
 *
 * <pre>{@code
 * try (ArrowReader reader = new ArrowStreamReader(stream, allocator)) {
 *     RecordOutput output = RecordOutput.file(Path.of("train.tfrecord"), RecordWriterOptions.defaults());
 *     long records = ArrowRecords.write(reader, output);
 * }
 * }</pre>
 *
 * <p>A null is no feature, and an empty list is a feature without values. A struct becomes a feature for each field,
 * such as {@code name.field}. A map becomes the two lists {@code name.key} and {@code name.value}. The metadata {@code
 * riffle.message} of the schema asks for a SequenceExample or an ExampleListWithContext instead of an Example.
 * docs/reference/arrow.md lists all types.
 *
 * <p>These methods check the types of all columns before they write anything. Equal rows become equal bytes. The values
 * of a row may have as many bytes as half of the maximum heap.
 *
 * @since 0.1
 */
public final class ArrowRecords {

    private ArrowRecords() {}

    /**
     * Writes all rows of a reader as records, and commits the output. Does not close the reader.
     *
     * @param output any output except {@link RecordOutput#shards}, which needs the number of records in advance
     * @return the number of records
     * @throws ArrowColumnException if records cannot hold a column or a value. Then the output publishes nothing
     * @throws IOException if the reader or the output fails
     * @throws IllegalArgumentException if the output needs the number of records in advance
     */
    public static long write(ArrowReader reader, RecordOutput output) throws IOException {
        return write(reader, output, ArrowRecordOptions.defaults());
    }

    /** Like {@link #write(ArrowReader, RecordOutput)}, with options. */
    public static long write(ArrowReader reader, RecordOutput output, ArrowRecordOptions options) throws IOException {
        Argument.present(reader, "reader");
        Argument.present(output, "output");
        Argument.present(options, "options");
        try (WriteProgress progress = new WriteProgress(reader, options)) {
            ReaderRows rows = ReaderRows.of(reader, output.options().format(), options);
            try (ShardedRecordWriter writer = ShardedRecordWriter.create(output)) {
                while (rows.loadNextBatch()) {
                    for (int row = 0; row < rows.size(); row++) {
                        writer.write(rows.payload(row));
                    }
                    progress.advance(writer.count());
                }
                writer.commit();
                return writer.count();
            }
        }
    }

    /**
     * Returns the payloads of all rows of a reader, for a writer of the caller. The stream reads batch after batch, so
     * it can be used only once. It does not close the reader.
     *
     * <pre>{@code
     * try (RecordWriter writer = RecordWriter.create(path)) {
     *     writer.writeAll(ArrowRecords.payloads(reader, writer.format()));
     *     writer.commit();
     * }
     * }</pre>
     *
     * @param format the format of the records
     * @return a stream that throws {@link ArrowColumnException} if a record cannot hold a value, and {@link
     *     UncheckedIOException} if the reader fails
     * @throws ArrowColumnException if records cannot hold a column
     * @throws IOException if the reader cannot read the schema
     */
    public static Stream<Bytes> payloads(ArrowReader reader, RecordFormat format) throws IOException {
        return payloads(reader, format, ArrowRecordOptions.defaults());
    }

    /** Like {@link #payloads(ArrowReader, RecordFormat)}, with options. */
    public static Stream<Bytes> payloads(ArrowReader reader, RecordFormat format, ArrowRecordOptions options)
            throws IOException {
        Argument.present(reader, "reader");
        Argument.present(format, "format");
        Argument.present(options, "options");
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(
                        ReaderRows.of(reader, format, options).iterator(),
                        Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE),
                false);
    }

    /**
     * Returns the payloads of the rows that vectors hold now. The vectors must not change until the stream ends.
     *
     * @param format the format of the records
     * @return a stream that throws {@link ArrowColumnException} if a record cannot hold a value
     * @throws ArrowColumnException if records cannot hold a column
     */
    public static Stream<Bytes> payloads(VectorSchemaRoot root, RecordFormat format) {
        return payloads(root, format, ArrowRecordOptions.defaults());
    }

    /** Like {@link #payloads(VectorSchemaRoot, RecordFormat)}, with options, for example with dictionaries. */
    public static Stream<Bytes> payloads(VectorSchemaRoot root, RecordFormat format, ArrowRecordOptions options) {
        Argument.present(root, "root");
        Argument.present(format, "format");
        Argument.present(options, "options");
        RowEncoder encoder = RowEncoder.of(root, format, options);
        return IntStream.range(0, root.getRowCount()).mapToObj(row -> encoder.payload(row, 0));
    }
}
