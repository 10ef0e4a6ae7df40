package dev.riffle.spark.internal.schema;

import dev.riffle.RecordFormat;
import dev.riffle.example.Kind;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import java.io.Serializable;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.UserDefinedType;
import org.jspecify.annotations.Nullable;

/**
 * Describes the form of a column of Spark in messages.
 *
 * @param sparkType the column's type
 * @param nesting the number of lists around a value
 * @param element the type of a value
 */
public record ColumnType(DataType sparkType, Nesting nesting, Element element) implements Serializable {

    /** Lists the possible numbers of lists around a value. */
    public enum Nesting {
        /** A feature with one value. The column is null without a value. */
        SCALAR,
        /** A feature: an array of any length. */
        LIST,
        /** A feature list of a SequenceExample: an array of arrays. */
        LISTS,
        /** A feature with all elements of a vector of Spark's ML, in order. Spark represents the vector as a struct. */
        VECTOR
    }

    /** Lists the types of values in Spark, with their form in messages. */
    public enum Element {
        /** int64: 0 or 1. */
        BOOLEAN,
        /** int64 (int32 in OFRecord), like the other small integers. A value out of range is an error. */
        BYTE,
        SHORT,
        INT,
        /** int64. */
        LONG,
        FLOAT,
        /** float in TFRecord, with an error for values out of range; double in OFRecord. */
        DOUBLE,
        /** bytes, UTF-8. */
        STRING,
        BINARY,
        /** bytes: the decimal digits of the number. */
        DECIMAL,
        /** int64: microseconds since 1970-01-01 in UTC. */
        TIMESTAMP,
        /** int64 (int32 in OFRecord): days since 1970-01-01. */
        DATE
    }

    /** The struct that represents vectors of both of Spark's packages; its text avoids a dependency on them. */
    private static final String VECTOR_STRUCT = "struct<type:tinyint,size:int,indices:array<int>,values:array<double>>";

    /**
     * Returns the form of a column.
     *
     * @throws IllegalArgumentException if messages cannot hold the column; the message names the column, its type and a
     *     remedy
     */
    public static ColumnType of(StructField field, RecordOptions options) {
        DataType type = field.dataType();
        return switch (options.recordType()) {
            case EXAMPLE, SEQUENCE_EXAMPLE, EXAMPLE_LIST_WITH_CONTEXT -> {
                ColumnType held = feature(type);
                if (held == null && options.recordType() == RecordType.SEQUENCE_EXAMPLE) {
                    held = featureList(type);
                }
                if (held == null) {
                    throw rejection(field.name(), type, RejectedTypes.remedy(type, options), options);
                }
                yield held;
            }
            case BYTES -> {
                if (!(type instanceof BinaryType) || !RecordOptions.isPayload(field.name())) {
                    throw rejection(field.name(), type, RejectedTypes.onlyPayload(options), options);
                }
                yield new ColumnType(type, Nesting.SCALAR, Element.BINARY);
            }
        };
    }

    private static @Nullable ColumnType feature(DataType type) {
        Element scalar = element(type);
        if (scalar != null) {
            return new ColumnType(type, Nesting.SCALAR, scalar);
        }
        if (type instanceof ArrayType array) {
            Element element = element(array.elementType());
            return element == null ? null : new ColumnType(type, Nesting.LIST, element);
        }
        return isVector(type) ? new ColumnType(type, Nesting.VECTOR, Element.DOUBLE) : null;
    }

    private static @Nullable ColumnType featureList(DataType type) {
        if (type instanceof ArrayType steps && steps.elementType() instanceof ArrayType step) {
            Element element = element(step.elementType());
            return element == null ? null : new ColumnType(type, Nesting.LISTS, element);
        }
        return null;
    }

    /** Returns the form of a single value of a type, or null if messages cannot hold it. */
    static @Nullable Element element(DataType type) {
        if (type instanceof LongType) {
            return Element.LONG;
        } else if (type instanceof FloatType) {
            return Element.FLOAT;
        } else if (type instanceof StringType) { // Includes strings of any collation, char and varchar.
            return Element.STRING;
        } else if (type instanceof BinaryType) {
            return Element.BINARY;
        } else if (type instanceof DoubleType) {
            return Element.DOUBLE;
        } else if (type instanceof IntegerType) {
            return Element.INT;
        } else if (type instanceof ShortType) {
            return Element.SHORT;
        } else if (type instanceof ByteType) {
            return Element.BYTE;
        } else if (type instanceof BooleanType) {
            return Element.BOOLEAN;
        } else if (type instanceof DecimalType) {
            return Element.DECIMAL;
        } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
            return Element.TIMESTAMP;
        } else if (type instanceof DateType) {
            return Element.DATE;
        }
        return null;
    }

    /** Returns whether a type is the type of vectors: {@code VectorUDT} of Spark's {@code ml} or {@code mllib}. */
    static boolean isVector(DataType type) {
        return type instanceof UserDefinedType<?> own
                && own.sqlType().catalogString().equals(VECTOR_STRUCT);
    }

    private static IllegalArgumentException rejection(
            String name, DataType type, String remedy, RecordOptions options) {
        return new IllegalArgumentException("column \"" + name + "\" is " + RejectedTypes.title(type) + ", which "
                + RejectedTypes.message(options) + " cannot hold; " + remedy);
    }

    /** Returns the kind of this column's feature in files of a format. */
    public Kind kind(RecordFormat format) {
        boolean oneFlow = format == RecordFormat.OFRECORD;
        return switch (element) {
            case BYTE, SHORT, INT, DATE -> oneFlow ? Kind.INT32 : Kind.INT64;
            case BOOLEAN, LONG, TIMESTAMP -> Kind.INT64;
            case FLOAT -> Kind.FLOAT;
            case DOUBLE -> oneFlow ? Kind.DOUBLE : Kind.FLOAT;
            case STRING, BINARY, DECIMAL -> Kind.BYTES;
        };
    }
}
