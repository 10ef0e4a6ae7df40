package dev.riffle.parse.internal;

import dev.riffle.example.Kind;
import dev.riffle.internal.Block;
import dev.riffle.internal.Lengths;
import dev.riffle.internal.PackedVarints;
import dev.riffle.internal.WireScanner;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import org.jspecify.annotations.Nullable;

/**
 * The values of one feature. A row is an Example, or a step of a feature list. The {@code take} methods return false
 * for values that do not fit the plan. The slow path then finds the reason.
 */
public abstract sealed class Column extends KeyColumn permits FixedColumn, VaryingColumn {

    /** The largest size to reserve for rows that the column has not seen yet. */
    private static final long MOST_EXPECTED_BYTES = 1 << 20;

    final DType dtype;
    final Kind kind;

    /** Whether the column takes numbers of other kinds. */
    private final boolean takesAnyNumber;

    /** The number of bytes of an element; 0 for strings. */
    final int byteSize;

    /** The elements, or the bytes of the strings. */
    Block data;

    /** The beginning of each string and the end of the last string; not used for numbers. */
    Block offsets;

    /** The number of elements, including those of the current row. */
    int size;

    /** The number of bytes of all strings. */
    private int stringBytes;

    /** The number of rows of the current batch, and the sizes of the batch before the last release of memory. */
    private int expectedRows;

    private int earlierRows;
    private int earlierDataBytes;
    private int earlierOffsetBytes;

    private @Nullable Values lastValues;
    private int lastData;
    private int lastOffsets;

    Column(ColumnPlan plan, Leniency leniency, Block empty) {
        super(plan);
        this.dtype = plan.dtype();
        this.kind = plan.kind();
        this.takesAnyNumber = leniency.anyNumber() && dtype == DType.FLOAT64;
        this.byteSize = dtype.byteSize();
        this.data = empty.another();
        this.offsets = empty.another();
    }

    static Column of(ColumnPlan plan, Leniency leniency, Block empty) {
        return switch (plan.width()) {
            case FIXED -> new FixedColumn(plan, leniency, empty);
            case VARYING -> new VaryingColumn(plan, leniency, empty);
        };
    }

    /**
     * Begins a new batch. Reserves memory for {@code rows} rows if the column has no memory. Rows of the earlier batch
     * determine the size, so that the column rarely grows.
     */
    @Override
    final void clear(int rows) {
        super.clear(rows);
        size = 0;
        stringBytes = 0;
        if (data.capacity() == 0 && earlierRows > 0) {
            data.reserve(expected(earlierDataBytes, rows));
            offsets.reserve(expected(earlierOffsetBytes, rows));
        }
        expectedRows = rows;
    }

    private long expected(int lastBytes, int rows) {
        // A string column needs a little more or less than its last batch.
        long slack = dtype == DType.STRING ? lastBytes / 8 : 0;
        return Math.min(MOST_EXPECTED_BYTES, ((long) lastBytes + slack) * rows / earlierRows);
    }

    @Override
    void release() {
        super.release();
        earlierRows = expectedRows;
        earlierDataBytes = dtype == DType.STRING ? stringBytes : size * byteSize;
        earlierOffsetBytes = dtype == DType.STRING ? (size + 1) * Integer.BYTES : 0;
        data = data.another();
        offsets = offsets.another();
        lastValues = null;
    }

    /** Takes a row's values from a packed chunk of numbers of the column's kind. Checks the form of the chunk. */
    abstract boolean takeChunk(byte[] array, int from, int to);

    /** Takes the only byte string of a row. */
    abstract boolean takeString(byte[] array, int from, int to);

    /** Returns whether the column takes values of a kind. */
    final boolean takes(Kind other) {
        return other == kind || takesAnyNumber && other != Kind.BYTES && other != Kind.NOT_SET;
    }

    /** Returns a description of the values that the column takes. */
    final String expected() {
        return takesAnyNumber ? "numbers" : dtype + " (" + kind.fieldName() + ")";
    }

    /**
     * Takes a row's values as doubles from a packed chunk of numbers of another kind. Returns false if the chunk is
     * malformed, or if a double does not represent a number exactly.
     */
    final boolean takeOther(Kind other, byte[] array, int from, int to) {
        if (!takes(other)) {
            return false;
        }
        int count = countOf(other, array, from, to);
        if (count < 0 || !accepts(count)) {
            return false;
        }
        int at = reserve(count);
        switch (other) {
            case FLOAT -> WideNumbers.ofFloats(array, from, data, at, count);
            case INT32 -> {
                PackedVarints.decodeLongs(array, from, to, data, at);
                WideNumbers.ofInts(data, at, count);
            }
            case INT64 -> {
                PackedVarints.decodeLongs(array, from, to, data, at);
                if (!WideNumbers.ofLongs(data, at, count)) {
                    return false;
                }
            }
            case DOUBLE, BYTES, NOT_SET -> throw new IllegalStateException("not a narrower number: " + other);
        }
        size += count;
        return true;
    }

    /** Takes a row's byte strings from a body that contains only values. */
    final boolean takeStrings(byte[] array, int from, int to) {
        if (kind != Kind.BYTES) {
            return false;
        }
        int before = size;
        int at = from;
        while (at < to) {
            int end = array[at] == WireScanner.FIELD_1 ? Lengths.bodyEnd(array, at + 1, to) : -1;
            if (end < 0) {
                return false;
            }
            addString(array, Lengths.bodyBegin(array, at + 1), end);
            at = end;
        }
        return accepts(size - before);
    }

    /** Takes a row without values, for a feature without a kind. */
    abstract boolean takeEmpty(int row);

    /** Returns whether a row can have this number of values. */
    abstract boolean accepts(int count);

    @Override
    final RowFault missingFault(boolean isPresent) {
        return RowFault.missing(plan, isPresent);
    }

    // ---------------------------------------------------------------- elements

    /** Returns the number of values in a chunk, or -1 if the chunk is malformed. */
    final int countOf(byte[] array, int from, int to) {
        return countOf(kind, array, from, to);
    }

    private static int countOf(Kind kind, byte[] array, int from, int to) {
        int bytes = to - from;
        return switch (kind) {
            case FLOAT -> (bytes & 3) == 0 ? bytes >> 2 : -1;
            case DOUBLE -> (bytes & 7) == 0 ? bytes >> 3 : -1;
            case INT32, INT64 -> PackedVarints.count(array, from, to);
            case BYTES -> -1;
            case NOT_SET -> throw new IllegalStateException("no kind");
        };
    }

    /** Appends the {@code count} numbers of a chunk. */
    final void addChunk(byte[] array, int from, int to, int count) {
        int at = reserve(count);
        switch (kind) {
            case FLOAT, DOUBLE -> data.put(at, array, from, to - from);
            case INT32 -> PackedVarints.decodeInts(array, from, to, data, at);
            case INT64 -> PackedVarints.decodeLongs(array, from, to, data, at);
            case BYTES -> throw new IllegalStateException("strings have no chunks");
            case NOT_SET -> throw new IllegalStateException("no kind");
        }
        size += count;
    }

    /** Reserves memory for more numbers and returns the position of this memory. */
    final int reserve(int more) {
        data.reserve((long) byteSize * ((long) size + more));
        return byteSize * size;
    }

    /** Appends a byte string. */
    final void addString(byte[] array, int from, int to) {
        int begin = stringBytes;
        int bytes = to - from;
        data.reserve((long) begin + bytes);
        offsets.reserve((size + 2L) * Integer.BYTES);
        data.put(begin, array, from, bytes);
        size++;
        stringBytes = begin + bytes;
        offsets.putInt(size * Integer.BYTES, stringBytes);
    }

    /** Removes all elements after the first {@code elements}. */
    final void keepFirst(int elements) {
        if (elements != size) {
            size = elements;
            stringBytes = dtype == DType.STRING && elements > 0 ? offsets.getInt(elements * Integer.BYTES) : 0;
        }
    }

    /** Appends numbers. */
    final void addNumbers(Values values) {
        int at = reserve(values.size());
        for (int i = 0; i < values.size(); i++) {
            switch (kind) {
                case FLOAT -> data.putInt(at + i * Integer.BYTES, Float.floatToRawIntBits(values.floatAt(i)));
                case DOUBLE -> data.putLong(at + i * Long.BYTES, Double.doubleToRawLongBits(values.doubleAt(i)));
                case INT32 -> data.putInt(at + i * Integer.BYTES, values.intAt(i));
                case INT64 -> data.putLong(at + i * Long.BYTES, values.longAt(i));
                case BYTES -> throw new IllegalStateException("strings are not numbers");
                case NOT_SET -> throw new IllegalStateException("no kind");
            }
        }
        size += values.size();
    }

    /** Appends all elements of another column. */
    final void addAll(Column other) {
        if (dtype == DType.STRING) {
            int begin = stringBytes;
            int bytes = other.stringBytes;
            data.reserve((long) begin + bytes);
            offsets.reserve((size + other.size + 1L) * Integer.BYTES);
            data.put(begin, other.data, 0, bytes);
            for (int i = 1; i <= other.size; i++) {
                offsets.putInt((size + i) * Integer.BYTES, begin + other.offsets.getInt(i * Integer.BYTES));
            }
            stringBytes = begin + bytes;
        } else {
            int at = reserve(other.size);
            data.put(at, other.data, 0, other.size * dtype.byteSize());
        }
        size += other.size;
    }

    /**
     * Returns the elements in the current memory. Returns the same object until the memory or the number of elements
     * changes.
     */
    @Override
    public final Values values() {
        if (dtype == DType.STRING) {
            offsets.reserve(Integer.BYTES);
            offsets.putInt(0, 0);
        }
        Values present = lastValues;
        if (present == null
                || present.size() != size
                || lastData != data.capacity()
                || lastOffsets != offsets.capacity()) {
            present = dtype == DType.STRING
                    ? Values.wrapStrings(size, offsets.view(), data.view())
                    : Values.wrap(dtype, size, data.view());
            lastValues = present;
            lastData = data.capacity();
            lastOffsets = offsets.capacity();
        }
        return present;
    }
}
