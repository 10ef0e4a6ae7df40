package dev.riffle.arrow;

import dev.riffle.RecordFormat;
import dev.riffle.arrow.internal.RecordMetadata;
import dev.riffle.example.Kind;
import dev.riffle.io.Bytes;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the kind of features, and the conversion of their values, by the type of a vector.
 *
 * @param format the format of the records, which decides whether features may be double and int32
 * @param int32 the kind of features of the type Int(32) without metadata
 * @param memory the memory for the values of a row
 */
record LeafTypes(RecordFormat format, ArrowRecordOptions.Rounding rounding, Kind int32, RowMemory memory) {

    /** The largest number of digits after the point of a decimal that becomes text. A file can state any number. */
    private static final int MOST_DIGITS = 1024;

    private static final Set<Kind> INTEGERS = EnumSet.of(Kind.INT64, Kind.INT32);
    private static final Set<Kind> FLOATS = EnumSet.of(Kind.FLOAT, Kind.DOUBLE);
    private static final Set<Kind> BYTES = EnumSet.of(Kind.BYTES);

    /**
     * Returns the values of a vector.
     *
     * @param field the column or the list element, whose metadata can state the kind
     * @throws ArrowColumnException if a feature cannot have the type of the vector
     */
    LeafValues values(String column, Field field, FieldVector vector, Slots slots) {
        IntegerValues.@Nullable Source integers = integers(vector);
        if (integers != null) {
            Kind natural = vector instanceof IntVector ? int32 : Kind.INT64;
            return new IntegerValues(slots, kind(column, field, INTEGERS, natural), integers);
        }
        if (vector instanceof Float2Vector || vector instanceof Float4Vector || vector instanceof Float8Vector) {
            return floats(column, field, vector, slots);
        }
        if (vector instanceof DecimalVector || vector instanceof Decimal256Vector) {
            return decimals(column, field, vector, slots);
        }
        BytesValues.@Nullable Source bytes = bytes(vector);
        if (bytes != null) {
            kind(column, field, BYTES, Kind.BYTES);
            return new BytesValues(slots, bytes);
        }
        throw ArrowColumnException.ofColumn(
                column,
                "a feature cannot have the type " + vector.getField().getType()
                        + "; remove the column, or cast it to numbers, text or binary");
    }

    private static IntegerValues.@Nullable Source integers(FieldVector vector) {
        if (vector instanceof UInt8Vector numbers) {
            return slot -> signed(numbers.get(slot));
        } else if (vector instanceof BaseIntVector numbers) {
            return numbers::getValueAsLong;
        } else if (vector instanceof BitVector bits) {
            return bits::get;
        } else if (vector instanceof TimeStampVector times) {
            return times::get;
        } else if (vector instanceof DateDayVector days) {
            return days::get;
        } else if (vector instanceof DateMilliVector dates) {
            return dates::get;
        } else if (vector instanceof TimeSecVector times) {
            return times::get;
        } else if (vector instanceof TimeMilliVector times) {
            return times::get;
        } else if (vector instanceof TimeMicroVector times) {
            return times::get;
        } else if (vector instanceof TimeNanoVector times) {
            return times::get;
        } else if (vector instanceof DurationVector durations) {
            return slot -> DurationVector.get(durations.getDataBuffer(), slot);
        }
        return null;
    }

    private static long signed(long unsigned) {
        if (unsigned < 0) {
            throw ArrowColumnException.ofValue(Long.toUnsignedString(unsigned)
                    + " does not fit in an int64_list; cast the column to text or to a float");
        }
        return unsigned;
    }

    private BytesValues.@Nullable Source bytes(FieldVector vector) {
        if (vector instanceof BaseVariableWidthVector values) {
            return slot -> StoredBytes.of(values, slot, memory);
        } else if (vector instanceof BaseLargeVariableWidthVector values) {
            return slot -> StoredBytes.of(values, slot, memory);
        } else if (vector instanceof BaseVariableWidthViewVector values) {
            return slot -> StoredBytes.of(values, slot, memory);
        } else if (vector instanceof FixedSizeBinaryVector values) {
            return slot -> {
                memory.add(values.getByteWidth());
                return Bytes.ofOwned(values.get(slot));
            };
        }
        return null;
    }

    private LeafValues floats(String column, Field field, FieldVector vector, Slots slots) {
        Kind kind = kind(column, field, FLOATS, vector instanceof Float8Vector ? Kind.DOUBLE : Kind.FLOAT);
        FloatValues.Source exact;
        if (vector instanceof Float2Vector halves) {
            exact = halves::getValueAsFloat;
        } else if (vector instanceof Float4Vector floats) {
            exact = floats::get;
        } else {
            Float8Vector doubles = (Float8Vector) vector;
            if (kind == Kind.DOUBLE) {
                return new DoubleValues(slots, doubles::get);
            }
            exact = slot -> narrowed(doubles.get(slot));
        }
        return kind == Kind.DOUBLE ? new DoubleValues(slots, exact::at) : new FloatValues(slots, exact);
    }

    private float narrowed(double value) {
        return switch (rounding) {
            case NONE -> FloatValues.exact(value);
            case NEAREST -> FloatValues.nearest(value);
        };
    }

    private LeafValues decimals(String column, Field field, FieldVector vector, Slots slots) {
        int scale =
                vector instanceof DecimalVector decimals ? decimals.getScale() : ((Decimal256Vector) vector).getScale();
        if (scale <= 0) {
            return new IntegerValues(
                    slots, kind(column, field, INTEGERS, Kind.INT64), slot -> integer(decimal(vector, slot)));
        }
        if (rounding == ArrowRecordOptions.Rounding.NONE) {
            kind(column, field, BYTES, Kind.BYTES);
            if (scale > MOST_DIGITS) {
                throw ArrowColumnException.ofColumn(
                        column,
                        "its decimals have " + scale + " digits after the point, more than " + MOST_DIGITS
                                + "; cast the column to text or to a float");
            }
            return new BytesValues(
                    slots, slot -> Bytes.ofUtf8(decimal(vector, slot).toPlainString()));
        }
        Kind kind = kind(column, field, FLOATS, Kind.DOUBLE);
        return kind == Kind.DOUBLE
                ? new DoubleValues(slots, slot -> decimal(vector, slot).doubleValue())
                : new FloatValues(slots, slot -> FloatValues.nearest(decimal(vector, slot)));
    }

    private static BigDecimal decimal(FieldVector vector, int slot) {
        return vector instanceof DecimalVector decimals
                ? decimals.getObjectNotNull(slot)
                : ((Decimal256Vector) vector).getObjectNotNull(slot);
    }

    private static long integer(BigDecimal value) {
        try {
            return value.longValueExact();
        } catch (ArithmeticException e) {
            throw ArrowColumnException.ofValue(
                    value + " does not fit in an int64_list; cast the column to text or to a float");
        }
    }

    /** Returns the kind that the metadata of the field asks for, or else the kind of the type, as the format has it. */
    private Kind kind(String column, Field field, Set<Kind> possible, Kind natural) {
        String asked = field.getMetadata().get(RecordMetadata.KIND);
        Kind kind = asked == null ? natural : named(asked);
        if (kind == null || !possible.contains(kind)) {
            throw ArrowColumnException.ofColumn(
                    column,
                    "its metadata " + RecordMetadata.KIND + " is \"" + asked + "\", but its type " + field.getType()
                            + " becomes " + natural.fieldName() + "; remove this metadata, or cast the column");
        }
        if (format.hasExamples()) {
            return kind == Kind.INT32 ? Kind.INT64 : kind == Kind.DOUBLE ? Kind.FLOAT : kind;
        }
        return kind;
    }

    private static @Nullable Kind named(String kind) {
        for (Kind each : Kind.values()) {
            if (each != Kind.NOT_SET && each.name().toLowerCase(Locale.ROOT).equals(kind)) {
                return each;
            }
        }
        return null;
    }
}
