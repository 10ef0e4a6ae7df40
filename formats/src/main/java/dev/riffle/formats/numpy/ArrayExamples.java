package dev.riffle.formats.numpy;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.internal.Argument;
import dev.riffle.internal.FloatText;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Values;
import java.io.Closeable;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes an Example of each row of one or several arrays. The arrays have equally many rows, and each is a feature.
 *
 * <p>Integers and truth values become int64, floats become float, and strings become bytes. A feature has all elements
 * of its row, in C's order; it does not keep the shape. A TensorFlow Example has no 64-bit floats: {@link #rounded()}
 * counts the elements that lose digits. A OneFlow message keeps them as double, and keeps 32-bit integers as int32.
 * Complex numbers, integers above 2^63 - 1 and numbers beyond the range of a float are errors. One thread at a time may
 * use this object.
 *
 * @since 0.1
 */
public final class ArrayExamples implements Closeable {

    private static final int MOST_ROWS = 1024;
    private static final long BATCH_BYTES = 4 << 20;

    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

    private final Map<String, NpyReader> arrays;
    private final Dialect dialect;
    private final long rows;
    private final int batchRows;

    private final Map<String, DenseTensor> batch = new LinkedHashMap<>();
    private int batchSize;
    private int row = -1;
    private long before;
    private long rounded;
    private @Nullable Example example;

    private ArrayExamples(Map<String, NpyReader> arrays, Dialect dialect, long rows, int batchRows) {
        this.arrays = arrays;
        this.dialect = dialect;
        this.rows = rows;
        this.batchRows = batchRows;
    }

    /**
     * Checks the arrays. Reads no rows.
     *
     * @param arrays the arrays by the names of their features; this object closes them
     * @throws IllegalArgumentException if there is no array
     * @throws MalformedArrayException if the arrays have different numbers of rows, a type that an Example cannot hold,
     *     or rows whose Examples need more memory than half of the maximum heap
     */
    public static ArrayExamples of(Map<String, NpyReader> arrays, Dialect dialect) throws MalformedArrayException {
        Argument.allPresent(arrays, "arrays");
        Argument.present(dialect, "dialect");
        if (arrays.isEmpty()) {
            throw new IllegalArgumentException("arrays must have at least one array");
        }
        NpyReader first = arrays.values().iterator().next();
        long rowBytes = 1;
        long memory = 0;
        for (NpyReader array : arrays.values()) {
            if (array.array().rows() != first.array().rows()) {
                throw new MalformedArrayException(
                        array.name(),
                        "the array has " + array.array().rows() + " rows, but " + first.name() + " has "
                                + first.array().rows() + "; arrays of one import have equally many");
            }
            DType dtype = array.array().dtype();
            if (dtype == DType.COMPLEX64 || dtype == DType.COMPLEX128) {
                throw new MalformedArrayException(
                        array.name(),
                        "an Example cannot hold " + dtype + "; save the real and the imaginary parts as two arrays");
            }
            if (array.array().rowElements() == 0) {
                throw new MalformedArrayException(
                        array.name(), "the rows have no elements; an import needs at least one value in each row");
            }
            rowBytes += (long) array.array().rowElements() * array.array().elementBytes();
            memory += (long) array.array().rowElements() * valueBytes(array.array(), dialect);
            array.checkRow(memory);
        }
        int batchRows = (int) Math.max(1, Math.min(MOST_ROWS, BATCH_BYTES / rowBytes));
        return new ArrayExamples(
                new LinkedHashMap<>(arrays), dialect, first.array().rows(), batchRows);
    }

    /** Returns the kind of each feature, in the order of the arrays. */
    public Map<String, Kind> kinds() {
        Map<String, Kind> kinds = new LinkedHashMap<>();
        arrays.forEach((name, array) -> kinds.put(name, kind(array.array().dtype(), dialect)));
        return kinds;
    }

    private static Kind kind(DType dtype, Dialect dialect) {
        return switch (dtype) {
            case STRING -> Kind.BYTES;
            case FLOAT16, FLOAT32 -> Kind.FLOAT;
            case FLOAT64 -> dialect == Dialect.ONEFLOW ? Kind.DOUBLE : Kind.FLOAT;
            case INT32 -> dialect == Dialect.ONEFLOW ? Kind.INT32 : Kind.INT64;
            default -> Kind.INT64;
        };
    }

    /** Returns the number of bytes of an element in an Example in memory. */
    private static int valueBytes(NpyArray array, Dialect dialect) {
        return switch (kind(array.dtype(), dialect)) {
            case BYTES -> array.stringBytes();
            case FLOAT, INT32 -> Integer.BYTES;
            case INT64, DOUBLE -> Long.BYTES;
            case NOT_SET -> 0;
        };
    }

    /** Returns the number of Examples. */
    public long rows() {
        return rows;
    }

    /**
     * Advances to the next Example.
     *
     * @return false at the end of the arrays
     * @throws MalformedArrayException if an array is damaged, or an integer does not fit
     * @throws IOException if an array cannot be read
     */
    public boolean next() throws IOException {
        example = null;
        if (row + 1 >= batchSize && !readBatch()) {
            return false;
        }
        row++;
        ExampleBuilder builder = Example.builder();
        for (Map.Entry<String, DenseTensor> column : batch.entrySet()) {
            DenseTensor tensor = column.getValue();
            int elements = tensor.values().size() / batchSize;
            Values values = tensor.values().slice(row * elements, (row + 1) * elements);
            builder.put(column.getKey(), feature(column.getKey(), values));
        }
        example = builder.build();
        return true;
    }

    private boolean readBatch() throws IOException {
        before += batchSize;
        batchSize = (int) Math.min(batchRows, rows - before);
        row = -1;
        if (batchSize == 0) {
            return false;
        }
        for (Map.Entry<String, NpyReader> array : arrays.entrySet()) {
            batch.put(array.getKey(), array.getValue().read(batchSize));
        }
        return true;
    }

    private Feature feature(String name, Values values) throws MalformedArrayException {
        return switch (values.dtype()) {
            case STRING -> Feature.ofBytes(values.toBytes());
            case BOOL -> Feature.of(truths(values));
            case FLOAT16, FLOAT32 -> Feature.of(values.toFloats());
            case FLOAT64 -> dialect == Dialect.ONEFLOW ? Feature.ofDoubles(values.toDoubles()) : floats(name, values);
            case UINT64 -> unsigned(name, values);
            case INT32 -> dialect == Dialect.ONEFLOW ? Feature.ofInt32s(values.toInts()) : Feature.of(values.toLongs());
            default -> Feature.of(values.toLongs());
        };
    }

    private static boolean[] truths(Values values) {
        boolean[] truths = new boolean[values.size()];
        for (int i = 0; i < truths.length; i++) {
            truths[i] = values.booleanAt(i);
        }
        return truths;
    }

    private Feature floats(String name, Values values) throws MalformedArrayException {
        float[] floats = new float[values.size()];
        for (int i = 0; i < floats.length; i++) {
            double value = values.doubleAt(i);
            floats[i] = (float) value;
            if (FloatText.isBeyondRange(value)) {
                throw doesNotFit(name, value, "float");
            }
            if (floats[i] != value && !Double.isNaN(value)) {
                rounded++;
            }
        }
        return Feature.of(floats);
    }

    private Feature unsigned(String name, Values values) throws MalformedArrayException {
        List<Long> longs = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            BigInteger value = values.bigIntegerAt(i);
            if (value.compareTo(LARGEST) > 0) {
                throw doesNotFit(name, value, "int64");
            }
            longs.add(value.longValueExact());
        }
        return Feature.ofInt64s(longs);
    }

    private MalformedArrayException doesNotFit(String name, Number value, String kind) {
        NpyReader array = Objects.requireNonNull(arrays.get(name));
        return new MalformedArrayException(
                array.name(), "row " + (before + row) + ": " + value + " does not fit in a feature of " + kind);
    }

    /**
     * Returns the current Example.
     *
     * @throws IllegalStateException if there is no current Example
     */
    public Example example() {
        if (example == null) {
            throw new IllegalStateException("there is no current Example; call next first");
        }
        return example;
    }

    /** Returns the number of 64-bit floats so far that have lost digits, because an Example has 32-bit floats. */
    public long rounded() {
        return rounded;
    }

    /** Closes all arrays. */
    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (NpyReader array : arrays.values()) {
            try {
                array.close();
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
