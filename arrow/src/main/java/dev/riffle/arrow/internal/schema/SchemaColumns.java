package dev.riffle.arrow.internal.schema;

import dev.riffle.arrow.internal.RecordMetadata;
import dev.riffle.arrow.internal.schema.FeatureColumn.Place;
import dev.riffle.arrow.internal.schema.FeatureColumn.Presence;
import dev.riffle.io.Bytes;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Converts the fields of a schema to columns. */
public final class SchemaColumns {

    /** The largest number of values of nested lists of a fixed size. */
    private static final int MOST_FIXED_VALUES = 1 << 24;

    private final MessageType message;

    private SchemaColumns(MessageType message) {
        this.message = message;
    }

    /**
     * Returns the columns of a schema.
     *
     * @throws IllegalArgumentException if records cannot be read with the schema
     */
    public static ReadColumns of(Schema schema) {
        MessageType message = MessageType.of(schema);
        SchemaColumns columns = new SchemaColumns(message);
        List<ReadColumns.Column> all = new ArrayList<>();
        for (Field field : schema.getFields()) {
            checkField(field.getName(), field);
            all.add(columns.column(field));
        }
        return new ReadColumns(schema, Optional.of(message), all);
    }

    /** Checks what the type of a field does not show, also for its children. */
    private static void checkField(@Nullable String column, Field field) {
        if (column == null || field.getName() == null) {
            throw new IllegalArgumentException("a column of the schema has no name; name all columns");
        }
        if (field.getDictionary() != null) {
            throw new IllegalArgumentException("column \"" + column
                    + "\": features cannot be read into a dictionary; use the type of the values without a"
                    + " dictionary");
        }
        boolean isList =
                field.getType() instanceof ArrowType.List || field.getType() instanceof ArrowType.FixedSizeList;
        if (isList && field.getChildren().size() != 1) {
            throw new IllegalArgumentException("column \"" + column + "\": a list must have one field for its elements,"
                    + " found " + field.getChildren().size());
        }
        field.getChildren().forEach(child -> checkField(column, child));
    }

    private ReadColumns.Column column(Field field) {
        if (RecordMetadata.isPlace(field)) {
            return place(field);
        }
        if (message == MessageType.EXAMPLE_LIST && isStructs(field)) {
            return examples(field);
        }
        return new ReadColumns.OfFeature(feature(field));
    }

    private static ReadColumns.Column place(Field field) {
        String place = String.valueOf(field.getMetadata().get(RecordMetadata.PLACE));
        ArrowType expected = switch (place) {
            case RecordMetadata.FILE -> ArrowType.Utf8.INSTANCE;
            case RecordMetadata.RECORD, RecordMetadata.OFFSET -> new ArrowType.Int(Long.SIZE, true);
            default ->
                throw new IllegalArgumentException("column \"" + field.getName() + "\": expected "
                        + RecordMetadata.PLACE + " file, record or offset, found " + place);
        };
        if (!field.getType().equals(expected)) {
            throw new IllegalArgumentException("column \"" + field.getName() + "\": expected " + expected + " for the "
                    + place + " of a record, found " + field.getType());
        }
        return new ReadColumns.OfPlace(place);
    }

    private static boolean isStructs(Field field) {
        return field.getType() instanceof ArrowType.List
                && field.getChildren().get(0).getType() instanceof ArrowType.Struct;
    }

    private ReadColumns.Column examples(Field field) {
        if (!field.getName().equals(RecordMetadata.EXAMPLES_COLUMN)) {
            throw new IllegalArgumentException("column \"" + field.getName() + "\": expected the name \""
                    + RecordMetadata.EXAMPLES_COLUMN + "\" for the Examples of a record");
        }
        List<Field> fields = field.getChildren().get(0).getChildren();
        ReadColumns.checkNames("column \"" + field.getName() + "\": ", fields);
        return new ReadColumns.OfExamples(fields.stream().map(this::feature).toList());
    }

    private FeatureColumn feature(Field field) {
        ColumnType type = ColumnType.of(field);
        boolean isFeatureList = type.lists() == 2 && type.shape().rank() == 0;
        if (type.lists() > 2 || type.lists() == 2 && (!isFeatureList || message != MessageType.SEQUENCE_EXAMPLE)) {
            throw new IllegalArgumentException("column \"" + field.getName() + "\": only feature lists of a"
                    + " SequenceExample are lists of lists, found " + message.title() + "; use a list");
        }
        checkDType(field, type);
        checkSize(field, type);
        Presence presence = field.isNullable() ? Presence.NULLABLE : Presence.REQUIRED;
        FeatureSpec spec = type.lists() == 0 ? dense(type) : FeatureSpec.ragged(type.dtype());
        Place place = isFeatureList ? Place.FEATURE_LISTS : Place.FEATURES;
        return new FeatureColumn(field, spec, place, presence);
    }

    private void checkDType(Field field, ColumnType type) {
        boolean onlyOfRecords = type.dtype() == DType.INT32 || type.dtype() == DType.FLOAT64;
        if (onlyOfRecords && message != MessageType.OFRECORD) {
            throw new IllegalArgumentException("column \"" + field.getName() + "\": " + message.title()
                    + " has no features of type " + type.dtype() + "; use "
                    + (type.dtype() == DType.INT32 ? "Int(64)" : "Float32"));
        }
    }

    private static void checkSize(Field field, ColumnType type) {
        long count = type.shape().elements();
        if (count < 1 || count > MOST_FIXED_VALUES) {
            throw new IllegalArgumentException(
                    "column \"" + field.getName() + "\": lists of a fixed size must have 1 to " + MOST_FIXED_VALUES
                            + " values, found " + count + "; use a list");
        }
    }

    /**
     * Returns a spec whose default fills the values of records without the feature. Such records are null or an error.
     */
    private static FeatureSpec dense(ColumnType type) {
        int count = (int) type.shape().elements();
        Values zeros = switch (type.dtype()) {
            case INT64 -> Values.ofLongs(new long[count]);
            case INT32 -> Values.ofInts(new int[count]);
            case FLOAT32 -> Values.ofFloats(new float[count]);
            case FLOAT64 -> Values.ofDoubles(new double[count]);
            default -> Values.ofBytes(Collections.nCopies(count, Bytes.empty()));
        };
        return new FeatureSpec.FixedLen(type.dtype(), type.shape(), Optional.of(zeros));
    }
}
