package dev.riffle.parse.internal;

import dev.riffle.internal.Block;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Creates the tensor of a FixedLenSequence. Pads the rows of values or steps to equal length. */
public final class PaddedOutput implements TensorOutput {

    private final KeyColumn source;
    private final Shape shape;
    private final int stride;
    private final Optional<Values> padding;
    private final Block empty;
    private Block data;
    private Block offsets;

    /**
     * Creates the output.
     *
     * @param source the values of rows, or of the steps of rows
     * @param shape the shape of an entry of a row
     * @param padding the value that fills shorter rows; if empty, zero or the empty string
     * @param empty a block of the requested kind of memory
     */
    public PaddedOutput(KeyColumn source, Shape shape, Optional<Values> padding, Block empty) {
        this.source = source;
        this.shape = shape;
        this.stride = Math.toIntExact(shape.elements());
        this.padding = padding;
        this.empty = empty;
        this.data = empty.another();
        this.offsets = empty.another();
    }

    @Override
    public Tensor ofBatch(int rows) {
        int longest = 0;
        for (int row = 0; row < rows; row++) {
            longest = Math.max(longest, source.firstValue(row + 1) - source.firstValue(row));
        }
        Shape padded = shape.prepend(rows, longest / stride);
        long elements = (long) rows * longest;
        if (elements > Integer.MAX_VALUE) {
            throw new ArithmeticException(rows + " rows padded to the longest, shape " + padded);
        }
        return new DenseTensor(padded, pad(rows, longest, (int) elements));
    }

    private Values pad(int rows, int longest, int size) {
        Values values = source.values();
        return values.dtype() == DType.STRING
                ? padStrings(values, rows, longest, size)
                : padNumbers(values, rows, longest, size);
    }

    private Values padNumbers(Values values, int rows, int longest, int size) {
        int byteSize = values.dtype().byteSize();
        data.reserve((long) size * byteSize);
        long fill = padding.map(PaddedOutput::bits).orElse(0L);
        ByteBuffer all = values.data();
        int at = 0;
        for (int row = 0; row < rows; row++) {
            int begin = source.firstValue(row);
            int count = source.firstValue(row + 1) - begin;
            data.put(at, all, begin * byteSize, count * byteSize);
            at += count * byteSize;
            int end = at + (longest - count) * byteSize;
            if (fill == 0) {
                data.clear(at, end - at);
            } else {
                fill(at, end, byteSize, fill);
            }
            at = end;
        }
        return Values.wrap(values.dtype(), size, data.view());
    }

    private void fill(int from, int to, int byteSize, long bits) {
        for (int at = from; at < to; at += byteSize) {
            if (byteSize == Long.BYTES) {
                data.putLong(at, bits);
            } else {
                data.putInt(at, (int) bits);
            }
        }
    }

    private static long bits(Values padding) {
        ByteBuffer number = padding.data();
        return padding.dtype().byteSize() == Long.BYTES ? number.getLong() : number.getInt();
    }

    private Values padStrings(Values values, int rows, int longest, int size) {
        byte[] fill = padding.map(value -> value.bytesAt(0).toByteArray()).orElse(new byte[0]);
        ByteBuffer all = values.data();
        ByteBuffer starts = values.offsets();
        offsets.reserve((size + 1L) * Integer.BYTES);
        offsets.putInt(0, 0);
        int at = 0;
        int index = 0;
        for (int row = 0; row < rows; row++) {
            int begin = source.firstValue(row);
            int end = source.firstValue(row + 1);
            for (int i = begin; i < begin + longest; i++) {
                int from = i < end ? starts.getInt(i * Integer.BYTES) : 0;
                int bytes = i < end ? starts.getInt((i + 1) * Integer.BYTES) - from : fill.length;
                data.reserve((long) at + bytes);
                if (i < end) {
                    data.put(at, all, from, bytes);
                } else {
                    data.put(at, fill, 0, bytes);
                }
                at += bytes;
                offsets.putInt(++index * Integer.BYTES, at);
            }
        }
        return Values.wrapStrings(size, offsets.view(), data.view());
    }

    @Override
    public Tensor ofSingle() {
        Values values = source.values();
        return new DenseTensor(shape.prepend(values.size() / stride), values);
    }

    @Override
    public void release() {
        data = empty.another();
        offsets = empty.another();
    }
}
