package dev.riffle.dataset.internal.collate;

import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Memory that a collator fills from beginning to end with elements of tensors and with padding. */
public abstract class ValuesBuilder {

    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    /** The last source. The builder keeps it because consecutive rows request views of the same source. */
    private @Nullable Values source;

    private ByteBuffer sourceData = ByteBuffer.allocate(0);
    private ByteBuffer sourceOffsets = sourceData;

    /** Returns a builder for {@code size} elements. */
    public static ValuesBuilder of(DType dtype, long size, Padding padding) {
        int byteSize = dtype == DType.STRING ? Integer.BYTES : dtype.byteSize();
        if (size > MOST_BYTES / byteSize - 1) {
            throw new IllegalArgumentException("a batch would have " + size + " elements of " + dtype
                    + ", more than fit in 2 GiB; use smaller batches");
        }
        return dtype == DType.STRING
                ? new Strings((int) size, padding.bytes(dtype))
                : new Numbers(dtype, (int) size, padding.bytes(dtype));
    }

    public final void copy(Values values) {
        copy(values, 0, values.size());
    }

    public final void copy(Values values, int from, int count) {
        if (values != source) {
            source = values;
            sourceData = values.data();
            sourceOffsets = values.offsets();
        }
        copy(sourceData, sourceOffsets, from, count);
    }

    public abstract void copy(ByteBuffer data, ByteBuffer offsets, int from, int count);

    public abstract void pad(int count);

    public abstract Values filled();

    private static final class Numbers extends ValuesBuilder {

        private final DType dtype;
        private final int size;
        private final byte[] padding;
        private final byte[] block;
        private final boolean zero;
        private int at;

        Numbers(DType dtype, int size, byte[] padding) {
            this.dtype = dtype;
            this.size = size;
            this.padding = padding;
            this.block = new byte[size * dtype.byteSize()];
            this.zero = Arrays.equals(padding, new byte[padding.length]);
        }

        @Override
        public void copy(ByteBuffer data, ByteBuffer offsets, int from, int count) {
            int byteSize = dtype.byteSize();
            data.get(from * byteSize, block, at, count * byteSize);
            at += count * byteSize;
        }

        @Override
        public void pad(int count) {
            int end = at + count * dtype.byteSize();
            if (!zero) {
                for (int i = at; i < end; i += padding.length) {
                    System.arraycopy(padding, 0, block, i, padding.length);
                }
            }
            at = end;
        }

        @Override
        public Values filled() {
            return Values.wrap(dtype, size, ByteBuffer.wrap(block));
        }
    }

    private static final class Strings extends ValuesBuilder {

        private static final int FIRST_BYTES = 256;

        private final int size;
        private final byte[] padding;
        private final ByteBuffer ends;
        private byte[] block = new byte[FIRST_BYTES];
        private int at;

        Strings(int size, byte[] padding) {
            this.size = size;
            this.padding = padding;
            this.ends = ByteBuffer.allocate((size + 1) * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            ends.putInt(0);
        }

        @Override
        public void copy(ByteBuffer data, ByteBuffer offsets, int from, int count) {
            int begin = offsets.getInt(from * Integer.BYTES);
            int bytes = offsets.getInt((from + count) * Integer.BYTES) - begin;
            reserve(bytes);
            data.get(begin, block, at, bytes);
            for (int i = 1; i <= count; i++) {
                ends.putInt(at - begin + offsets.getInt((from + i) * Integer.BYTES));
            }
            at += bytes;
        }

        @Override
        public void pad(int count) {
            for (int i = 0; i < count; i++) {
                reserve(padding.length);
                System.arraycopy(padding, 0, block, at, padding.length);
                at += padding.length;
                ends.putInt(at);
            }
        }

        private void reserve(int bytes) {
            long wanted = (long) at + bytes;
            if (wanted > MOST_BYTES) {
                throw new IllegalArgumentException(
                        "the strings of a batch would have " + wanted + " bytes, more than 2 GiB; use smaller batches");
            }
            if (wanted > block.length) {
                block = Arrays.copyOf(block, (int) Math.min(Math.max(wanted, 2L * block.length), MOST_BYTES));
            }
        }

        @Override
        public Values filled() {
            return Values.wrapStrings(size, ends, ByteBuffer.wrap(block, 0, at));
        }
    }
}
