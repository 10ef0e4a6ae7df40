package dev.riffle.arrow;

import dev.riffle.RecordReader;
import dev.riffle.arrow.internal.schema.ColumnFields;
import dev.riffle.arrow.internal.schema.SpecColumns;
import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSource;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.SequenceFeatureSpecs;
import dev.riffle.shard.RecordInput;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Returns Arrow schemas of records. A feature is a column of its name. The metadata key {@code riffle.message} names
 * the message type of the records: {@code Example}, {@code SequenceExample}, {@code ExampleListWithContext} or {@code
 * OFRecord}. A schema without this key describes Examples.
 *
 * @since 0.1
 */
public final class RecordSchemas {

    /** Number of records between checks for an interrupt. */
    private static final int RECORDS_BETWEEN_CHECKS = 256;

    private RecordSchemas() {}

    /**
     * Returns the schema of batches that {@link ArrowBatches#of(RecordInput, FeatureSpecs)} reads. Byte strings are
     * {@code Binary}. A FixedLen feature is a single value or a (nested) {@code FixedSizeList}, and never null. Other
     * features are lists, which are null if the feature is missing. A Ragged feature with partitions is never null.
     *
     * @throws IllegalArgumentException if a spec is sparse
     */
    public static Schema of(FeatureSpecs specs) {
        Argument.present(specs, "specs");
        return SpecColumns.of(specs).schema();
    }

    /**
     * Returns the schema of batches that {@link ArrowBatches#of(RecordInput, SequenceFeatureSpecs)} reads: first the
     * context, as in {@link #of(FeatureSpecs)}, then the feature lists. A feature list is a list of steps, and each
     * step is a list of values.
     *
     * @throws IllegalArgumentException if a spec is sparse, or a feature list has the name of a feature
     */
    public static Schema of(SequenceFeatureSpecs specs) {
        Argument.present(specs, "specs");
        return SpecColumns.of(specs).schema();
    }

    /**
     * Infers a schema from the first records of each file. Detects the message type. All columns can be null. A feature
     * is a single value if each of its features in the sample has exactly one value, and otherwise a list. Byte strings
     * are {@code Utf8} if all byte strings of the feature are UTF-8, and otherwise {@code Binary}. Feature lists are
     * lists of lists. The Examples of an ExampleListWithContext are a column {@code examples} of lists of structs. The
     * schema omits a feature that never has a kind.
     *
     * <p>The damage policy of the input applies. The method sends no progress events. An interrupt of the thread ends
     * the method with an {@link InterruptedIOException}.
     *
     * @param most the largest number of records to read from all files together. Each file has an equal share, and
     *     passes the unused part of its share to later files. {@link Long#MAX_VALUE} reads all records
     * @throws IllegalArgumentException if {@code most} is not positive, or the input follows a growing file
     * @throws RecordMismatchException if a record is of another message type, if records have different kinds of a
     *     feature, or if no record has a feature with a kind
     * @throws dev.riffle.CorruptRecordException if a record is damaged and the damage policy does not skip it
     * @throws IOException if a file cannot be read
     */
    public static Schema infer(RecordInput input, long most) throws IOException {
        Argument.present(input, "input");
        Argument.positive(most, "most");
        if (input.options().follows()) {
            throw new IllegalArgumentException("cannot infer a schema from a growing file; remove follow()");
        }
        SchemaSurvey survey = new SchemaSurvey();
        List<ByteSource> sources = input.sources();
        long left = most;
        for (int i = 0; i < sources.size() && left > 0; i++) {
            int files = sources.size() - i;
            long share = left / files + (left % files == 0 ? 0 : 1);
            try (RecordReader reader = RecordReader.open(sources.get(i), input.options())) {
                while (share > 0 && reader.next()) {
                    if (left % RECORDS_BETWEEN_CHECKS == 0
                            && Thread.currentThread().isInterrupted()) {
                        throw new InterruptedIOException("interrupted while inferring a schema");
                    }
                    survey.add(reader);
                    share--;
                    left--;
                }
            }
        }
        return survey.schema();
    }

    /**
     * Returns the columns of the place of a record: {@code _file}, the name of its file; {@code _record}, its number in
     * the file; and {@code _offset}, its offset in the file, in uncompressed bytes. Add them to a schema to read them.
     */
    public static List<Field> placeFields() {
        return ColumnFields.places();
    }
}
