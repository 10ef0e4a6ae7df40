package dev.riffle.internal;

/**
 * Scans the fields of protobuf messages in a byte array without a schema. It reads tags, varints and lengths, and skips
 * unwanted fields. A scanner can be reused for many messages. One thread at a time may use a scanner.
 *
 * <p>If implementations differ, this class follows protobuf's C++ and Python parsers. A tag has at most five bytes and
 * fits into 32 bits. A length has at most five bytes and is below 2^31. Source of the rules: protobuf's encoding guide,
 * {@code parse_context.h} and upb's {@code wire/reader.h}.
 */
public final class WireScanner {

    /** The wire type of varints. */
    public static final int VARINT = 0;

    /** The wire type of eight little-endian bytes. */
    public static final int FIXED64 = 1;

    /** The wire type of a length and that number of bytes. */
    public static final int LENGTH_DELIMITED = 2;

    /** The wire type that begins a group. */
    public static final int START_GROUP = 3;

    /** The wire type that ends a group. */
    public static final int END_GROUP = 4;

    /** The wire type of four little-endian bytes. */
    public static final int FIXED32 = 5;

    /**
     * The tag of field 1 if it has a length: the features of an Example, an entry of a map, the key of an entry, and
     * the values of a list.
     */
    public static final int FIELD_1 = 1 << 3 | LENGTH_DELIMITED;

    /** The tag of field 2 if it has a length: the feature lists of a SequenceExample, and the value of an entry. */
    public static final int FIELD_2 = 2 << 3 | LENGTH_DELIMITED;

    /** The largest number of levels of messages and groups in the outermost message. */
    public static final int MAX_DEPTH = 100;

    private byte[] array = new byte[0];
    private int base;
    private int position;
    private int limit;

    /** Begins to read {@code size} bytes at {@code offset} of an array. Does not copy the array. */
    public void reset(byte[] bytes, int offset, int size) {
        array = bytes;
        base = offset;
        position = offset;
        limit = offset + size;
    }

    /** Returns the index in the array of the next byte. */
    public int position() {
        return position;
    }

    /** Returns the index in the array after the last byte that may be read. */
    public int limit() {
        return limit;
    }

    /** Sets the range to read next, from {@code from} to {@code to}. Both numbers are indices in the array. */
    public void window(int from, int to) {
        position = from;
        limit = to;
    }

    /** Returns whether no byte is left before the limit. */
    public boolean atEnd() {
        return position >= limit;
    }

    /**
     * Reads a tag as an unsigned 32-bit number: the field number times 8 plus the wire type.
     *
     * @throws WireException if the tag is incomplete or too long, or has the field number 0
     */
    public int readTag() {
        int at = position;
        if (at < limit) {
            byte first = array[at];
            if (first >= 8) {
                position = at + 1;
                return first;
            }
        }
        return readLongTag();
    }

    private int readLongTag() {
        int at = position;
        long tag = readVarint();
        if (position - at > 5 || tag >>> 32 != 0) {
            throw failure(at, "tag of more than 32 bits");
        }
        if (tag >>> 3 == 0) {
            throw failure(at, "field number 0");
        }
        return (int) tag;
    }

    /**
     * Reads a length and checks that at least this number of bytes follows.
     *
     * @throws WireException if the length is incomplete or too long, or extends past the limit
     */
    public int readLength() {
        int at = position;
        if (at < limit) {
            byte first = array[at];
            if (first >= 0 && first < limit - at) {
                position = at + 1;
                return first;
            }
        }
        long length = readVarint();
        if (position - at > 5) {
            throw failure(at, "length of more than five bytes");
        }
        if (length > limit - position) {
            throw failure(at, "length " + length + ", but only " + (limit - position) + " bytes are left");
        }
        return (int) length;
    }

    /**
     * Reads a varint of one to ten bytes. Drops the bits of the tenth byte beyond 64 bits.
     *
     * @throws WireException if the varint is incomplete or longer
     */
    public long readVarint() {
        int at = position;
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at >= limit) {
                throw failure(position, "truncated varint");
            }
            byte next = array[at++];
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                position = at;
                return value;
            }
        }
        throw failure(position, "varint of more than ten bytes");
    }

    /** Advances by {@code count} bytes. {@link #readLength()} must have checked the number. */
    public void advance(int count) {
        position += count;
    }

    /**
     * Skips the value of a field whose tag was just read.
     *
     * @param tag the tag of the field
     * @param depth the number of messages and groups around this field, 0 in the outermost message
     * @throws WireException if the value is incomplete, if its wire type does not exist, or if groups do not match or
     *     nest too deeply
     */
    public void skip(int tag, int depth) {
        switch (tag & 7) {
            case VARINT -> readVarint();
            case FIXED64 -> skipBytes(8);
            case LENGTH_DELIMITED -> advance(readLength());
            case START_GROUP -> skipGroup(tag, depth);
            case FIXED32 -> skipBytes(4);
            case END_GROUP -> throw failure(position, "end of a group without a beginning, field " + (tag >>> 3));
            default -> throw failure(position, "unknown wire type " + (tag & 7));
        }
    }

    private void skipBytes(int count) {
        if (limit - position < count) {
            throw failure(position, "value of " + count + " bytes, but only " + (limit - position) + " are left");
        }
        position += count;
    }

    private void skipGroup(int tag, int depth) {
        if (depth >= MAX_DEPTH) {
            throw failure(position, "more than " + MAX_DEPTH + " nested messages and groups");
        }
        int begin = position;
        while (position < limit) {
            int inner = readTag();
            if ((inner & 7) != END_GROUP) {
                skip(inner, depth + 1);
            } else if (inner >>> 3 == tag >>> 3) {
                return;
            } else {
                throw failure(position, "group " + (tag >>> 3) + " ended as group " + (inner >>> 3));
            }
        }
        throw failure(begin, "group " + (tag >>> 3) + " has no end");
    }

    /**
     * Skips all fields up to the limit, and ignores the content of length-delimited fields.
     *
     * @return the number of fields
     * @throws WireException if these bytes cannot be a message
     */
    public int skipAll() {
        int fields = 0;
        while (position < limit) {
            skip(readTag(), 0);
            fields++;
        }
        return fields;
    }

    /** Returns an exception for damage at {@code at}, an index in the array. */
    public WireException failure(int at, String reason) {
        return new WireException(at - base, reason);
    }
}
