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

/** Returns the error texts for columns that records cannot hold, with remedies. */
final class RejectedTypes {

    private RejectedTypes() {}

    /** Returns the name of records with these options. */
    static String message(RecordOptions options) {
        return switch (options.recordType()) {
            case EXAMPLE -> options.format() == RecordFormat.OFRECORD ? "an OFRecord" : "an Example";
            case SEQUENCE_EXAMPLE -> "a SequenceExample";
            case EXAMPLE_LIST_WITH_CONTEXT -> "an ExampleListWithContext";
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
    static String onlyPayload(RecordOptions options) {
        return "write one binary column named \"" + options.payloadColumn()
                + "\", or set recordType Example, which holds several columns";
    }

    /** Returns the remedy for a type that records cannot hold. */
    static String remedy(DataType type, RecordOptions options) {
        if (type instanceof StructType) {
            return "set the option flattenStructs to true, with which each field is a feature `struct.field`, or select"
                    + " its fields";
        } else if (type instanceof MapType) {
            return "select map_keys(...) and map_values(...), two arrays, or to_json(...)";
        } else if (type instanceof ArrayType array) {
            return ofArray(array.elementType(), options);
        } else if (type instanceof NullType) {
            return "cast it to the intended type, or omit it";
        } else if (type instanceof CalendarIntervalType
                || type instanceof DayTimeIntervalType
                || type instanceof YearMonthIntervalType) {
            return "cast it to a number or a string";
        } else if (type instanceof VariantType) {
            return "select to_json(...), a string";
        } else if (type instanceof UserDefinedType<?>) {
            return "only vectors of Spark's ML are supported; select its parts as separate columns";
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
            if (inner instanceof StructType && depth == 1 && options.explodesExamples()) {
                return "set explodeExamples to false, or name a column for each feature of the examples";
            }
            return inner instanceof StructType
                    ? "select an array of each field"
                    : "convert its elements from " + inner.simpleString() + " to numbers, strings or binaries";
        }
        boolean aStepTooFew = depth == 2
                && options.recordType() == RecordType.EXAMPLE
                && options.format().hasExamples();
        return aStepTooFew
                ? "set recordType SequenceExample, which holds arrays of arrays, or select flatten(...)"
                : "select flatten(...), and the sizes of the arrays if you need them";
    }
}
