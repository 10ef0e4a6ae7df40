package dev.riffle.parse.internal;

import dev.riffle.example.Kind;
import dev.riffle.internal.Block;
import dev.riffle.internal.PackedVarints;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import org.jspecify.annotations.Nullable;

/**
 * The values of one key over the rows of a batch, as they are being read. A row is an Example, or a step of a feature list.
 *
 * <p>Rows are written one behind the other. Whatever was written for the present row can be taken back by {@link #rewind},
 * because the row turns out to be odd or bad; the rows before it stay. The {@code take} methods give false for what does not
 * fit the plan, and leave it to the long way to say why.
 */
public abstract sealed class Column permits FixedColumn, VaryingColumn {

    final ColumnPlan plan;
    final DType dtype;
    final Kind kind;

    /** How many bytes an element takes; 0 for strings. */
    final int byteSize;

    /** The elements; of strings the bytes. */
    Block data;

    /** Where each string begins, and where the last one ends; not used for numbers. */
    Block offsets;

    /** The rows that have no such feature, or one without a kind. */
    MissingRows missing = new MissingRows();

    /** The last row that has values in this column; others were given the default. */
    int lastRow = -1;

    /** How many elements there are, those of the present row included. */
    int size;

    /** How many bytes all strings have. */
    private int stringBytes;

    private @Nullable Values lastValues;
    private int lastData;
    private int lastOffsets;

    Column(ColumnPlan plan, Block empty) {
        this.plan = plan;
        this.dtype = plan.dtype();
        this.kind = plan.kind();
        this.byteSize = dtype.byteSize();
        this.data = empty.another();
        this.offsets = empty.another();
    }

    /** Returns the rows that have no such feature, or one without a kind. */
    public final MissingRows missingRows() {
        return missing;
    }

    /** Begins a new batch. */
    void clear() {
        lastRow = -1;
        missing.keepBefore(0);
        size = 0;
        stringBytes = 0;
    }

    /** Lets go of the memory, which belongs to the tensors that were made of it. */
    void release() {
        data = data.another();
        offsets = offsets.another();
        missing = new MissingRows();
        lastValues = null;
    }

    /** Takes a row's values from a packed chunk of numbers, whose form was not checked yet. */
    abstract boolean takeChunk(int row, byte[] array, int from, int to);

    /** Takes the only byte string of a row. */
    abstract boolean takeString(int row, byte[] array, int from, int to);

    /** Takes a row's byte strings from a body of nothing but values. */
    abstract boolean takeStrings(int row, byte[] array, int from, int to);

    /** Takes a row without values, of a feature that has no kind. */
    abstract boolean takeEmpty(int row);

    /** Whether a row may have so many values. */
    abstract boolean accepts(int count);

    /** Gives a row that has no feature its default; false if there is none. */
    abstract boolean takeDefault(int row);

    /** Ends a row that was taken. */
    abstract void endRow(int row);

    /** Forgets what was taken for {@code row}, and after it. */
    abstract void rewind(int row);

    /** Puts {@code rows} rows of another column with the same plan behind the {@code before} rows of this one. */
    abstract void append(int before, Column other, int rows);

    // ---------------------------------------------------------------- elements

    /** How many numbers a chunk has, or -1 if it is malformed. */
    final int countOf(byte[] array, int from, int to) {
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

    /** Makes room for more numbers; gives where they go. */
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

    /** Forgets all but the first elements. */
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
                case BYTES -> throw new IllegalStateException("strings are no numbers");
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

    /** The elements, over the memory as it is; the same object as long as memory and number are the same. */
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
