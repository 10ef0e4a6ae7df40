package dev.riffle.arrow;

import dev.riffle.internal.Utf8;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import java.util.Locale;

/** Copies the values of a column into buffers. */
final class ValueCopy {

    private static final long HIGH_BITS = 0x8080808080808080L;

    private final boolean text;

    /** A copy of texts that are not ASCII. */
    private byte[] scratch = {};

    ValueCopy(boolean text) {
        this.text = text;
    }

    /** Adds the buffers of values, after the caller has begun their field. */
    void copy(Values values, BatchBuffers out) {
        if (values.dtype() == DType.STRING) {
            copyStrings(values, out);
        } else {
            ByteBuffer data = values.data();
            out.add(data.remaining()).put(data);
        }
    }

    private static void copyStrings(Values values, BatchBuffers out) {
        ByteBuffer offsets = values.offsets();
        int begin = offsets.getInt(0);
        int end = offsets.getInt(values.size() * Integer.BYTES);
        if (begin != 0) {
            throw new AssertionError("a parser's strings begin at 0: " + begin);
        }
        out.add((values.size() + 1L) * Integer.BYTES).put(offsets.slice(0, (values.size() + 1) * Integer.BYTES));
        out.add(end).put(values.data().slice(0, end));
    }

    /** Returns the number of the first value that is not text in UTF-8, or -1 if all values fit. */
    int firstMismatch(Values values) {
        if (!text || values.dtype() != DType.STRING) {
            return -1;
        }
        ByteBuffer data = values.data();
        ByteBuffer offsets = values.offsets();
        int end = offsets.getInt(values.size() * Integer.BYTES);
        if (isAscii(data, end)) {
            return -1;
        }
        if (scratch.length < end) {
            scratch = new byte[end];
        }
        data.get(0, scratch, 0, end);
        int from = 0;
        for (int i = 0; i < values.size(); i++) {
            int to = offsets.getInt((i + 1) * Integer.BYTES);
            if (!Utf8.isValid(scratch, from, to)) {
                return i;
            }
            from = to;
        }
        return -1;
    }

    private static boolean isAscii(ByteBuffer data, int end) {
        int at = 0;
        long bits = 0;
        while (at <= end - Long.BYTES) {
            bits |= data.getLong(at);
            at += Long.BYTES;
        }
        while (at < end) {
            bits |= data.get(at++);
        }
        return (bits & HIGH_BITS) == 0;
    }

    /** Describes a value that {@link #firstMismatch} has found. */
    String found(Values values, int index) {
        byte[] value = values.bytesAt(index).toByteArray();
        int at = Utf8.invalidAt(value, 0, value.length);
        return String.format(Locale.ROOT, "the byte 0x%02x at %d of %d", value[at], at, value.length);
    }
}
