package dev.riffle.arrow.internal.schema;

import dev.riffle.arrow.internal.RecordMetadata;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The columns of a read.
 *
 * @param schema the schema of the columns
 * @param message the message type of the records. Empty if the format of the files decides between Examples and
 *     OFRecords
 * @param columns the columns, in the order of the fields
 */
public record ReadColumns(Schema schema, Optional<MessageType> message, List<Column> columns) {

    /** A column, which the kinds of content below fill. */
    public sealed interface Column {}

    /** A feature or feature list. */
    public record OfFeature(FeatureColumn feature) implements Column {}

    /** The place of the record; the place is a value of {@link RecordMetadata#PLACE}. */
    public record OfPlace(String place) implements Column {}

    /** The Examples of an ExampleListWithContext, with the columns of each Example. */
    public record OfExamples(List<FeatureColumn> features) implements Column {}

    /** Checks that each name occurs once, and copies the list. */
    public ReadColumns {
        columns = List.copyOf(columns);
        checkNames("", schema.getFields());
    }

    /** Returns the number of bytes that the columns of a fixed size need for each row. */
    public long fixedBytes() {
        long bytes = 0;
        for (Column column : columns) {
            if (column instanceof OfFeature feature) {
                bytes += feature.feature().type().fixedBytes();
            }
        }
        return bytes;
    }

    static void checkNames(String in, List<Field> fields) {
        Set<String> names = new HashSet<>();
        for (Field field : fields) {
            if (!names.add(field.getName())) {
                throw new IllegalArgumentException(in + "two columns have the name \"" + field.getName()
                        + "\"; remove one of them from the schema or the specs");
            }
        }
    }
}
