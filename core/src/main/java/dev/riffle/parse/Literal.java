package dev.riffle.parse;

import dev.riffle.internal.JsonNumbers;
import dev.riffle.io.Bytes;
import dev.riffle.parse.internal.ColumnPlan;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
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
        int size = literals.size();
        return switch (ColumnPlan.kindOf(dtype)) {
            case INT64 -> {
                long[] longs = new long[size];
                for (int i = 0; i < size; i++) {
                    longs[i] = literals.get(i).integer(dtype, Long.MIN_VALUE, Long.MAX_VALUE);
                }
                yield Values.ofLongs(longs);
            }
            case INT32 -> {
                int[] ints = new int[size];
                for (int i = 0; i < size; i++) {
                    ints[i] = (int) literals.get(i).integer(dtype, Integer.MIN_VALUE, Integer.MAX_VALUE);
                }
                yield Values.ofInts(ints);
            }
            case FLOAT -> {
                float[] floats = new float[size];
                for (int i = 0; i < size; i++) {
                    floats[i] = literals.get(i).float32();
                }
                yield Values.ofFloats(floats);
            }
            case DOUBLE -> {
                double[] doubles = new double[size];
                for (int i = 0; i < size; i++) {
                    doubles[i] = literals.get(i).float64();
                }
                yield Values.ofDoubles(doubles);
            }
            case BYTES ->
                Values.ofBytes(literals.stream()
                        .map(literal -> literal.string().orElseThrow(() -> literal.mismatch(dtype)))
                        .toList());
            case NOT_SET -> throw new IllegalStateException("no kind");
        };
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
