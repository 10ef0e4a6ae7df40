package dev.riffle.cli.payload;

import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.WireException;
import dev.riffle.internal.WireScanner;
import dev.riffle.io.Bytes;

/** Scans the fields of one protobuf message without a schema, in their stored order. */
final class FieldScanner {

    /** The largest number of nested messages to print. Deeper messages appear as bytes. */
    static final int MOST_LEVELS = 32;

    /** Lists the contents of a field, as far as the wire format shows them. */
    enum Content {
        VARINT,
        FIXED64,
        FIXED32,
        /** Text in UTF-8. */
        TEXT,
        /** A nested message. */
        MESSAGE,
        BYTES,
        GROUP
    }

    private final Bytes message;
    private final byte[] array;
    private final WireScanner wire = new WireScanner();
    private int tag;
    private int from;
    private int to;
    private long varint;

    /**
     * Creates a scanner of a message.
     *
     * @param array the array of the complete payload
     */
    private FieldScanner(byte[] array, int from, int to) {
        this.array = array;
        this.message = Bytes.ofOwned(array);
        wire.reset(array, 0, array.length);
        wire.window(from, to);
    }

    /** Scans a payload. Uses the array without a copy. */
    static FieldScanner of(byte[] payload) {
        return new FieldScanner(payload, 0, payload.length);
    }

    /** Returns a scanner of the message or group in the current field. */
    FieldScanner inside() {
        return new FieldScanner(array, from, to);
    }

    /**
     * Advances to the next field. Returns false at the end of the message.
     *
     * @throws WireException if the rest of the bytes is not a message
     */
    boolean next() {
        if (wire.atEnd()) {
            return false;
        }
        tag = wire.readTag();
        from = wire.position();
        switch (wireType()) {
            case WireScanner.VARINT -> varint = wire.readVarint();
            case WireScanner.LENGTH_DELIMITED -> {
                int size = wire.readLength();
                from = wire.position();
                wire.advance(size);
            }
            default -> wire.skip(tag, 0);
        }
        to = wire.position();
        if (wireType() == WireScanner.START_GROUP) {
            do {
                to--; // The tag that ends the group is not content. Only its last byte is below 0x80.
            } while (to > from && array[to - 1] < 0);
        }
        return true;
    }

    int tag() {
        return tag;
    }

    int number() {
        return tag >>> 3;
    }

    int wireType() {
        return tag & 7;
    }

    /** Returns the value of the current varint, as a signed number. */
    long varint() {
        return varint;
    }

    /** Returns the bits of the current field of eight bytes. */
    long fixed64() {
        return LittleEndian.getLong(array, from);
    }

    /** Returns the bits of the current field of four bytes. */
    int fixed32() {
        return LittleEndian.getInt(array, from);
    }

    /** Returns the bytes of the current field, without its length. */
    Bytes bytes() {
        return message.slice(from, to);
    }

    /** Returns the content of the current field on a level, where the fields of the payload have level 0. */
    Content content(int level) {
        return switch (wireType()) {
            case WireScanner.VARINT -> Content.VARINT;
            case WireScanner.FIXED64 -> Content.FIXED64;
            case WireScanner.FIXED32 -> Content.FIXED32;
            case WireScanner.START_GROUP -> level < MOST_LEVELS ? Content.GROUP : Content.BYTES;
            default -> ofBytes(level);
        };
    }

    /**
     * Guesses the content of a length-delimited field. Some texts are also valid messages, so printable text counts as
     * text. A message usually has bytes that are not printable. Text with line breaks or tabs counts as text only if it
     * is not a valid message.
     */
    private Content ofBytes(int level) {
        boolean printable = true;
        boolean text = true;
        for (int i = from; i < to && text; i++) {
            byte b = array[i];
            boolean control = b >= 0 && b < ' ' || b == 0x7f;
            printable &= !control;
            text = !control || b == '\n' || b == '\r' || b == '\t';
        }
        text = text && bytes().isUtf8();
        if (text && printable) {
            return Content.TEXT;
        }
        if (level < MOST_LEVELS && isMessage()) {
            return Content.MESSAGE;
        }
        return text ? Content.TEXT : Content.BYTES;
    }

    /** Returns whether the current field is a message. Does not check the messages inside. */
    boolean isMessage() {
        return inside().isValid();
    }

    /** Returns whether the bytes that follow are a message. Does not check the messages inside. */
    boolean isValid() {
        WireScanner rest = new WireScanner();
        rest.reset(array, 0, array.length);
        rest.window(wire.position(), wire.limit());
        try {
            rest.skipAll();
            return true;
        } catch (WireException e) {
            return false;
        }
    }
}
