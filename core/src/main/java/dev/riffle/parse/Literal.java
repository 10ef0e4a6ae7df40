package dev.riffle.parse;

import dev.riffle.internal.JsonNumbers;
import dev.riffle.io.Bytes;
import dev.riffle.parse.internal.ColumnPlan;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One value of a default as text, before its type is known.
 *
 * @param shown the original text
 * @param number the text as a number; empty if the value cannot be a number
 * @param string the value as a byte string; empty if the value cannot be a byte string
 */
record Literal(String shown, Optional<String> number, Optional<Bytes> string) {

    private static final Pattern INTEGER = Pattern.compile("-?[0-9]+");

    /** Returns these literals as values of a type. */
    static Values values(DType dtype, List<Literal> literals) {
        if (dtype == DType.STRING) {
            return Values.ofBytes(literals.stream()
                    .map(literal -> literal.string().orElseThrow(() -> literal.mismatch(dtype)))
                    .toList());
        }
        ByteBuffer numbers =
                ByteBuffer.allocate(literals.size() * dtype.byteSize()).order(ByteOrder.LITTLE_ENDIAN);
        for (Literal literal : literals) {
            switch (ColumnPlan.kindOf(dtype)) {
                case INT64 -> numbers.putLong(literal.integer(dtype, Long.MIN_VALUE, Long.MAX_VALUE));
                case INT32 -> numbers.putInt((int) literal.integer(dtype, Integer.MIN_VALUE, Integer.MAX_VALUE));
                case FLOAT -> numbers.putFloat(literal.float32());
                case DOUBLE -> numbers.putDouble(literal.float64());
                case BYTES, NOT_SET -> throw new IllegalStateException("not a number: " + dtype);
            }
        }
        return Values.wrap(dtype, literals.size(), numbers);
    }

    private long integer(DType dtype, long least, long most) {
        String text = number.filter(INTEGER.asMatchPredicate()).orElseThrow(() -> mismatch(dtype));
        long value = JsonNumbers.isNumber(text)
                ? JsonNumbers.exactLong(text).orElseThrow(() -> mismatch(dtype))
                : mismatched(dtype);
        return value < least || value > most ? mismatched(dtype) : value;
    }

    private float float32() {
        String text = floating(DType.FLOAT32);
        float value = Float.parseFloat(text);
        if (Float.isInfinite(value) && !text.endsWith("Infinity")) {
            throw mismatch(DType.FLOAT32);
        }
        return value;
    }

    private double float64() {
        String text = floating(DType.FLOAT64);
        double value = Double.parseDouble(text);
        if (Double.isInfinite(value) && !text.endsWith("Infinity")) {
            throw mismatch(DType.FLOAT64);
        }
        return value;
    }

    private String floating(DType dtype) {
        String text = number.orElseThrow(() -> mismatch(dtype));
        return switch (text) {
            case "NaN", "nan" -> "NaN";
            case "Infinity", "inf" -> "Infinity";
            case "-Infinity", "-inf" -> "-Infinity";
            default -> {
                if (!JsonNumbers.isNumber(text)) {
                    throw mismatch(dtype);
                }
                yield text;
            }
        };
    }

    private long mismatched(DType dtype) {
        throw mismatch(dtype);
    }

    private IllegalArgumentException mismatch(DType dtype) {
        return new IllegalArgumentException("not a value of " + dtype + ": " + shown);
    }
}
