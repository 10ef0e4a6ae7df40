package dev.riffle.typed;

import dev.riffle.example.Kind;
import dev.riffle.internal.QuotedBytes;
import java.nio.ByteBuffer;

/** Values that a bytes_list holds. */
abstract class BytesElement extends Element {

    private static final int MOST_SHOWN_BYTES = 40;

    BytesElement(Class<?> type) {
        super(type, Kind.BYTES);
    }

    /** Writes the bytes of a value. Throws {@link ValueMismatch} if there are none. */
    abstract void writeBytes(Object value, MessageOutput out);

    /** Returns the value for the bytes between two indexes. Throws {@link ValueMismatch} if there is none. */
    abstract Object fromBytes(FoundValues found, int begin, int end);

    @Override
    final void write(Object value, MessageOutput out) {
        int mark = out.mark();
        writeBytes(value, out);
        out.close(mark, Wire.FIELD_1);
    }

    @Override
    final Object readOnly(FoundValues found, int slot) {
        return fromBytes(found, found.onlyBegin(slot), found.onlyEnd(slot));
    }

    @Override
    final Object[] readAll(FoundValues found, int slot) {
        int[] ranges = found.ranges(slot);
        Object[] values = new Object[ranges.length / 2];
        for (int i = 0; i < values.length; i++) {
            values[i] = fromBytes(found, ranges[2 * i], ranges[2 * i + 1]);
        }
        return values;
    }

    /** Returns the beginning of the bytes, for messages. */
    static String excerpt(FoundValues found, int begin, int end) {
        return QuotedBytes.excerpt(
                ByteBuffer.wrap(found.array, begin, end - begin).slice(), MOST_SHOWN_BYTES);
    }
}
