package dev.riffle.arrow.internal;

import org.apache.arrow.vector.types.pojo.Field;

/**
 * The keys and values of the metadata with which Riffle describes records in an Arrow schema. A schema without these
 * keys is valid: then the types of its fields describe the records.
 */
public final class RecordMetadata {

    /** The key of a schema: the message type of the records, one of the values below. Absent: {@link #EXAMPLE}. */
    public static final String MESSAGE = "riffle.message";

    public static final String EXAMPLE = "Example";
    public static final String SEQUENCE_EXAMPLE = "SequenceExample";
    public static final String EXAMPLE_LIST_WITH_CONTEXT = "ExampleListWithContext";
    public static final String OFRECORD = "OFRecord";

    /** The column of the Examples of an {@link #EXAMPLE_LIST_WITH_CONTEXT}. */
    public static final String EXAMPLES_COLUMN = "examples";

    /**
     * The key of a field: the kind of its feature in lower case ({@code bytes}, {@code float}, {@code int64}, {@code
     * double} or {@code int32}).
     */
    public static final String KIND = "riffle.kind";

    /** The key of a field: the shape of a value, for example {@code [2,3]}, if the type has lost it. */
    public static final String SHAPE = "riffle.shape";

    /**
     * The key of a field that has no feature: {@link #FILE}, {@link #RECORD} or {@link #OFFSET}. Such a field has the
     * place of a record.
     */
    public static final String PLACE = "riffle.place";

    public static final String FILE = "file";
    public static final String RECORD = "record";
    public static final String OFFSET = "offset";

    private RecordMetadata() {}

    /** Returns whether a field has the place of a record rather than a feature. */
    public static boolean isPlace(Field field) {
        return field.getMetadata().containsKey(PLACE);
    }
}
