package dev.riffle.spark.internal.schema;

import dev.riffle.RecordFormat;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.CalendarIntervalType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.sql.types.YearMonthIntervalType;

/** Makes the messages for columns that cannot be held, with remedies. */
final class RefusedTypes {

    private RefusedTypes() {}

    /** Returns the name of records with these options. */
    static String message(RecordOptions options) {
        return switch (options.recordType()) {
            case EXAMPLE -> options.format() == RecordFormat.OFRECORD ? "an OFRecord" : "an Example";
            case SEQUENCE_EXAMPLE -> "a SequenceExample";
            case BYTES -> "a record of bytes";
        };
    }

    /** Returns the name of a type. */
    static String title(DataType type) {
        return type instanceof UserDefinedType<?>
                ? "of the type " + type.getClass().getSimpleName()
                : "of type " + type.simpleString();
    }

    /** Returns the remedy for records of bytes, which have only one column. */
    static String onlyPayload() {
        return "have one column, a binary named \"" + ColumnType.PAYLOAD
                + "\", or choose recordType Example, which holds many";
    }

    /** Returns the remedy for a type that cannot be held. */
    static String remedy(DataType type, RecordOptions options) {
        if (type instanceof StructType) {
            return options.flattensStructs()
                    ? "when reading, name the columns that its fields are, such as `struct.field`"
                    : "write it with the option flattenStructs=true, which makes a column `struct.field` of each field,"
                            + " or select its fields";
        } else if (type instanceof MapType) {
            return "select map_keys(...) and map_values(...), two arrays, or to_json(...)";
        } else if (type instanceof ArrayType array) {
            return ofArray(array.elementType(), options);
        } else if (type instanceof NullType) {
            return "cast it to the type that is meant, or leave it out";
        } else if (type instanceof CalendarIntervalType
                || type instanceof DayTimeIntervalType
                || type instanceof YearMonthIntervalType) {
            return "cast it to a number or a string";
        } else if (type instanceof VariantType) {
            return "select to_json(...), a string";
        } else if (type instanceof UserDefinedType<?>) {
            return "only vectors of Spark's ML are held; select its parts as columns of their own";
        }
        return "cast it to a string or a number";
    }

    private static String ofArray(DataType element, RecordOptions options) {
        int depth = 1;
        DataType inner = element;
        while (inner instanceof ArrayType array) {
            inner = array.elementType();
            depth++;
        }
        if (ColumnType.element(inner) == null) {
            return inner instanceof StructType
                    ? "select an array of each field"
                    : "make its elements numbers, strings or binaries, not " + inner.simpleString();
        }
        boolean aStepTooFew =
                depth == 2 && options.recordType() == RecordType.EXAMPLE && options.format() == RecordFormat.TFRECORD;
        return aStepTooFew
                ? "choose recordType SequenceExample, which holds arrays of arrays, or select flatten(...)"
                : "select flatten(...), and the sizes if they matter";
    }
}
