package dev.riffle.arrow;

import dev.riffle.arrow.internal.schema.ReadColumns;
import dev.riffle.arrow.internal.schema.SchemaColumns;
import dev.riffle.arrow.internal.schema.SpecColumns;
import dev.riffle.example.FeatureWarning;
import dev.riffle.example.internal.NameCheck;
import dev.riffle.internal.Argument;
import dev.riffle.internal.Threads;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.SequenceFeatureSpecs;
import dev.riffle.shard.RecordInput;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Describes a read of records as batches of Arrow vectors: the records, the columns, the size of batches, and the
 * number of threads.
 *
 * <pre>{@code
 * RecordInput input = RecordInput.of(RecordSet.find(directory, "train.tfrecord@*"));
 * Schema schema = RecordSchemas.infer(input, 1000);
 * try (BufferAllocator allocator = new RootAllocator();
 *         ArrowReader reader = ArrowBatches.of(input, schema).reader(allocator)) {
 *     while (reader.loadNextBatch()) {
 *         System.out.println(reader.getVectorSchemaRoot().getRowCount());
 *     }
 * }
 * }</pre>
 *
 * <p>The files of the input may have any compression. The damage policy and the progress listener of the input apply.
 * Arrow needs the JVM flag {@code --add-opens=java.base/java.nio=ALL-UNNAMED}.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class ArrowBatches {

    private static final int DEFAULT_ROWS = 4096;

    /** The largest number of bytes of columns of a fixed size in a batch. Missing features also need these bytes. */
    private static final long MOST_FIXED_BYTES = 64 << 20;

    private final RecordInput input;
    private final ReadColumns columns;
    private final FeatureRows.Remedy remedy;
    private final int batchSize;
    private final int threads;
    private final @Nullable Consumer<? super RecordMismatchException> others;
    private final Consumer<? super FeatureWarning> warnings;

    private ArrowBatches(
            RecordInput input,
            ReadColumns columns,
            FeatureRows.Remedy remedy,
            int batchSize,
            int threads,
            @Nullable Consumer<? super RecordMismatchException> others,
            Consumer<? super FeatureWarning> warnings) {
        this.input = input;
        this.columns = columns;
        this.remedy = remedy;
        this.batchSize = batchSize;
        this.threads = threads;
        this.others = others;
        this.warnings = warnings;
    }

    private static ArrowBatches of(
            RecordInput input,
            ReadColumns columns,
            FeatureRows.Remedy remedy,
            Consumer<? super FeatureWarning> warnings) {
        if (input.options().follows()) {
            throw new IllegalArgumentException("cannot read a growing file as batches of vectors; remove follow()");
        }
        MessageParsing.check(columns);
        return new ArrowBatches(input, columns, remedy, DEFAULT_ROWS, Threads.DEFAULT, null, warnings);
    }

    /**
     * Returns a read of the columns that specs describe; see {@link RecordSchemas#of(FeatureSpecs)}. The format of the
     * files decides whether the records are Examples or OFRecords.
     *
     * @throws IllegalArgumentException if a spec is sparse, or the input follows a growing file
     */
    public static ArrowBatches of(RecordInput input, FeatureSpecs specs) {
        Argument.present(input, "input");
        Argument.present(specs, "specs");
        return of(input, SpecColumns.of(specs), FeatureRows.Remedy.OF_SPECS, NameCheck.LOGGED);
    }

    /**
     * Returns a read of the columns that specs of contexts and feature lists describe; see {@link
     * RecordSchemas#of(SequenceFeatureSpecs)}.
     *
     * @throws IllegalArgumentException if a spec is sparse, if a feature list has the name of a feature, or if the
     *     input follows a growing file
     */
    public static ArrowBatches of(RecordInput input, SequenceFeatureSpecs specs) {
        Argument.present(input, "input");
        Argument.present(specs, "specs");
        return of(input, SpecColumns.of(specs), FeatureRows.Remedy.OF_SPECS, NameCheck.LOGGED);
    }

    /**
     * Returns a read of the columns of a schema. The reader parses only the features of these columns. A missing
     * feature is null in a nullable column, and an error in other columns. A column of single values accepts exactly
     * one value. A column of type {@code Utf8} accepts only UTF-8.
     *
     * @throws IllegalArgumentException if a type of the schema cannot hold a feature, if two columns have one name, or
     *     if the input follows a growing file
     */
    public static ArrowBatches of(RecordInput input, Schema schema) {
        Argument.present(input, "input");
        Argument.present(schema, "schema");
        return of(input, SchemaColumns.of(schema), FeatureRows.Remedy.OF_SCHEMA, warning -> {});
    }

    /**
     * Returns this read with a largest number of rows of a batch; the default is 4096. A batch also ends after 16 MiB
     * of records, and before columns of a fixed size have more than 64 MiB, but has at least one row.
     *
     * @param rows at least 1, or -1 for the default
     * @throws IllegalArgumentException if {@code rows} is 0 or below -1
     */
    public ArrowBatches batchSize(int rows) {
        int size = Argument.positiveOrChosen(rows, DEFAULT_ROWS, "rows");
        return new ArrowBatches(input, columns, remedy, size, threads, others, warnings);
    }

    /**
     * Returns this read with a number of threads that parse. The default is 1: the thread of the caller. -1 means the
     * number of processors. With more threads, the thread of the caller only reads the files. The number of threads
     * does not change the batches.
     *
     * @throws IllegalArgumentException if {@code threads} is 0 or below -1
     */
    public ArrowBatches threads(int threads) {
        return new ArrowBatches(input, columns, remedy, batchSize, Threads.checked(threads), others, warnings);
    }

    /**
     * Returns this read with a listener for features that no column holds. Each reader calls the listener at most once,
     * in {@link ArrowReader#loadNextBatch()}, before the batch of the first record that has such a feature. The
     * listener may throw the exception, which then ends the read. Without a listener, the reader skips these features.
     * A feature without a kind has no values, and needs no column.
     *
     * @param listener receives an exception that names the record and the feature
     */
    public ArrowBatches otherFeatures(Consumer<? super RecordMismatchException> listener) {
        Argument.present(listener, "listener");
        return new ArrowBatches(input, columns, remedy, batchSize, threads, listener, warnings);
    }

    /**
     * Returns this read with a listener for probable mistakes in specs or data; see {@link
     * dev.riffle.parse.ExampleParser#warnings}. Without a listener, a read of specs {@linkplain FeatureWarning logs}
     * the warnings. A read of a schema has none, because an inferred schema can have features of later records.
     *
     * @param listener called on the threads that parse, once for each reader and feature
     */
    public ArrowBatches warnings(Consumer<? super FeatureWarning> listener) {
        Argument.present(listener, "listener");
        return new ArrowBatches(input, columns, remedy, batchSize, threads, others, listener);
    }

    /**
     * Returns the schema of the batches. If specs do not show whether they describe Examples or OFRecords, only the
     * schema of a {@link #reader} names the message type.
     */
    public Schema schema() {
        return columns.schema();
    }

    /**
     * Opens a reader. The reader opens the files when it needs them. Each batch has its own memory, so a consumer may
     * keep the vectors of earlier batches, as Arrow's C data interface does. After the reader is closed and the
     * consumer has released its vectors, the allocator has its memory again, also after errors. One thread at a time
     * may use the reader.
     *
     * <p>The reader throws these exceptions:
     *
     * <ul>
     *   <li>{@link RecordMismatchException} if a record does not fit the columns
     *   <li>{@link dev.riffle.CorruptRecordException} if a record is damaged and the damage policy does not skip it
     *   <li>{@link java.io.IOException} if a file cannot be read, or if the allocator has too little memory
     * </ul>
     *
     * <p>Before an exception, the reader returns the batches before the batch of the record. Further calls throw the
     * exception again.
     *
     * @param allocator allocates all vectors; the caller closes the allocator after the reader
     */
    public ArrowReader reader(BufferAllocator allocator) {
        Argument.present(allocator, "allocator");
        int rows = (int) Math.max(1, Math.min(batchSize, MOST_FIXED_BYTES / Math.max(1, columns.fixedBytes())));
        RecordBatches batches = new RecordBatches(columns, remedy, warnings, input, rows, threads, others, allocator);
        return new RecordArrowReader(allocator, columns, batches);
    }
}
