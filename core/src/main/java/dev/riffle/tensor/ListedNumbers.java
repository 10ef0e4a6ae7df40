package dev.riffle.tensor;

import dev.riffle.internal.WireScanner;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Reads the numbers of a message that lists single values instead of one content field. If the message lists fewer
 * values than elements, repeats the last value. If the message lists no values, returns zeros. Skips values of other
 * types than the tensor's type.
 */
final class ListedNumbers {

    private final DType dtype;
    private final int partSize;
    private final byte[] target;
    private int filled;

    private ListedNumbers(DType dtype, int elements) {
        this.dtype = dtype;
        this.partSize = dtype.form() == DType.Form.COMPLEX ? dtype.byteSize() / 2 : dtype.byteSize();
        this.target = new byte[elements * dtype.byteSize()];
    }

    static Values read(TensorMessage message, DType dtype, int elements) {
        ListedNumbers numbers = new ListedNumbers(dtype, elements);
        numbers.collect(message);
        numbers.repeatLast();
        return Values.wrap(dtype, elements, ByteBuffer.wrap(numbers.target));
    }

    /** Returns the number of the field with the values of a type. */
    private static int field(DType dtype) {
        return switch (dtype) {
            case FLOAT32 -> 5;
            case FLOAT64 -> 6;
            case INT32, INT16, INT8, UINT16, UINT8, QINT32, QINT16, QINT8, QUINT16, QUINT8, INT4, UINT4, INT2, UINT2 ->
                TensorWire.INT_VAL;
            case STRING -> TensorWire.STRING_VAL;
            case COMPLEX64 -> 9;
            case INT64 -> 10;
            case BOOL -> TensorWire.BOOL_VAL;
            case COMPLEX128 -> 12;
            case FLOAT16, BFLOAT16 -> 13;
            case UINT32 -> 16;
            case UINT64 -> 17;
            case FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT8_E4M3FNUZ, FLOAT8_E4M3B11FNUZ, FLOAT8_E5M2FNUZ, FLOAT4_E2M1FN ->
                TensorWire.FLOAT8_VAL;
        };
    }

    private void collect(TensorMessage message) {
        int field = field(dtype);
        boolean isOneString = field == TensorWire.FLOAT8_VAL;
        int single = isOneString
                ? WireScanner.LENGTH_DELIMITED
                : switch (dtype) {
                    case FLOAT32, COMPLEX64 -> WireScanner.FIXED32;
                    case FLOAT64, COMPLEX128 -> WireScanner.FIXED64;
                    default -> WireScanner.VARINT;
                };
        WireScanner wire = message.start();
        while (!wire.atEnd() && (isOneString || filled < target.length)) {
            int tag = wire.readTag();
            if (tag >>> 3 == field && isOneString && (tag & 7) == single) {
                int length = wire.readLength();
                filled = 0;
                copy(message.bytes(), wire.position(), length);
                wire.advance(length);
            } else if (tag >>> 3 == field && (tag & 7) == WireScanner.LENGTH_DELIMITED && !isOneString) {
                int length = wire.readLength();
                int end = wire.position() + length;
                if (single == WireScanner.VARINT) {
                    varints(wire, end);
                } else {
                    copy(message.bytes(), wire.position(), length);
                }
                wire.advance(end - wire.position());
            } else if (tag >>> 3 == field && (tag & 7) == single) {
                if (single == WireScanner.VARINT) {
                    varint(wire.readVarint());
                } else {
                    copy(message.bytes(), wire.position(), partSize);
                    wire.advance(partSize);
                }
            } else {
                wire.skip(tag, 0);
            }
        }
    }

    /** Copies numbers that have the same bytes in the message and in memory. */
    private void copy(byte[] bytes, int from, int length) {
        int count = Math.min(length, target.length - filled);
        System.arraycopy(bytes, from, target, filled, count);
        filled += count;
    }

    private void varints(WireScanner wire, int end) {
        while (wire.position() < end && filled < target.length) {
            varint(wire.readVarint());
        }
    }

    private void varint(long value) {
        long bits = dtype == DType.BOOL && value != 0 ? 1 : value;
        for (int i = 0; i < partSize; i++) {
            target[filled++] = (byte) (bits >>> i * Byte.SIZE);
        }
    }

    private void repeatLast() {
        int size = dtype.byteSize();
        // The reader ignores a complex number without a second part.
        int end = filled - filled % size;
        if (end == 0) {
            Arrays.fill(target, (byte) 0);
            return;
        }
        int from = end - size;
        while (end < target.length) {
            // All elements after `from` are equal, so each pass doubles the copied part.
            int count = Math.min(end - from, target.length - end);
            System.arraycopy(target, from, target, end, count);
            end += count;
        }
    }
}
