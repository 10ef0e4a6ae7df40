package dev.riffle.spark.internal.vector;

import dev.riffle.internal.Utf8;
import dev.riffle.spark.internal.schema.ColumnType;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Holds byte strings. Texts are views of one array, which the next batch overwrites. Other byte strings, which may be
 * large, stay in the parser's memory until Spark reads them.
 */
final class BytesVector extends ValueVector {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final boolean isText;

    /** The beginning of each string, and the end of the last one. */
    private int[] offsets = {};

    private ByteBuffer data = NOTHING;

    /** The beginning of each text, and the end of the last one. */
    private byte[] text = {};

    private boolean isAscii;

    BytesVector(DataType type, ColumnType.Element element) {
        super(type);
        this.isText = element == ColumnType.Element.STRING;
    }

    @Override
    public void load(Values source) {
        int size = source.size();
        if (offsets.length <= size) {
            offsets = new int[Growth.of(size + 1)];
        }
        source.offsets().order(java.nio.ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(0, offsets, 0, size + 1);
        data = source.data();
        if (isText) {
            int bytes = data.limit();
            if (text.length < bytes) {
                text = new byte[Growth.of(bytes)];
            }
            data.get(0, text, 0, bytes);
            isAscii = Utf8.asciiEnd(text, 0, bytes) == bytes;
        }
    }

    @Override
    public int mismatch(int from, int to) {
        if (isText && !isAscii) {
            for (int i = from; i < to; i++) {
                if (!Utf8.isValid(text, offsets[i], offsets[i + 1])) {
                    return i;
                }
            }
        }
        return -1;
    }

    @Override
    public String faultAt(int place) {
        int at = Utf8.invalidAt(text, offsets[place], offsets[place + 1]);
        return "expected text in UTF-8, found the byte 0x"
                + Integer.toHexString(text[at] & 0xff) + " at " + (at - offsets[place]) + " of "
                + (offsets[place + 1] - offsets[place]) + "; read it as a binary column";
    }

    @Override
    public @Nullable UTF8String getUTF8String(int row) {
        int place = place(row);
        if (place < 0) {
            return null;
        }
        int from = offsets[place];
        return UTF8String.fromBytes(text, from, offsets[place + 1] - from);
    }

    @Override
    public byte @Nullable [] getBinary(int row) {
        int place = place(row);
        if (place < 0) {
            return null;
        }
        byte[] copy = new byte[offsets[place + 1] - offsets[place]];
        data.get(offsets[place], copy);
        return copy;
    }
}
