package dev.riffle.typed;

import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Values that are byte strings. */
final class ByteStringElement extends BytesElement {

    private ByteStringElement(Class<?> type) {
        super(type);
    }

    /** Returns the element for {@code byte[]}, {@link Bytes} or {@link ByteBuffer}. */
    static Element of(Class<?> type) {
        return new ByteStringElement(type);
    }

    @Override
    String expected() {
        return "a byte string";
    }

    @Override
    void writeBytes(Object value, MessageOutput out) {
        if (type() == byte[].class) {
            out.writeBytes((byte[]) value);
        } else if (type() == Bytes.class) {
            out.writeBytes((Bytes) value);
        } else {
            out.writeBytes((ByteBuffer) value);
        }
    }

    @Override
    Object fromBytes(FoundValues found, int begin, int end) {
        if (type() == byte[].class) {
            return Arrays.copyOfRange(found.array, begin, end);
        }
        Bytes bytes = found.bytes(begin, end);
        return type() == Bytes.class ? bytes : bytes.asByteBuffer();
    }
}
