package dev.riffle.internal.frame;

import dev.riffle.internal.WireScanner;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether bytes have the structure of an OFRecord message, by the rules of a proto2 parser. The message is a map
 * from names to features, and each feature is a list of one of five kinds. This class skips unknown fields, and does
 * not decode or keep values.
 *
 * <p>It can also check an incomplete message if the beginning is available.
 */
final class OfRecordStructure {

    private static final int MOST_VARINT_BYTES = 10;

    /** The largest number of bytes of a varint that is a tag or a length. */
    private static final int MOST_SHORT_BYTES = 5;

    private static final long MOST_TAG = 0xffff_ffffL;

    /** The result of {@link #varint} if there is no varint. The value is invalid as a tag and as a length. */
    private static final long NONE = Long.MIN_VALUE;

    /** The content of a field's value. The lists are in the order of their field numbers in a Feature. */
    private enum Part {
        RECORD,
        ENTRY,
        FEATURE,
        BYTES_LIST,
        FLOAT_LIST,
        DOUBLE_LIST,
        INT32_LIST,
        INT64_LIST;

        /** Returns the number of enclosing messages. */
        int depth() {
            return Math.min(ordinal(), BYTES_LIST.ordinal());
        }

        static Part list(int field) {
            return values()[BYTES_LIST.ordinal() + field - 1];
        }
    }

    private final ByteBuffer bytes;
    private final int begin;
    private final int visibleEnd;
    private int at;
    private boolean beyondVisible;
    private @Nullable String problem;

    private OfRecordStructure(ByteBuffer bytes, int begin, int visibleEnd) {
        this.bytes = bytes;
        this.begin = begin;
        this.visibleEnd = visibleEnd;
        this.at = begin;
    }

    /**
     * Returns the error in the message of {@code size} bytes at {@code from}, or null if the message is valid. The
     * first {@code seen} bytes of the message are in the buffer.
     */
    static @Nullable String problem(ByteBuffer buffer, int from, long size, int seen) {
        OfRecordStructure structure = new OfRecordStructure(buffer, from, from + seen);
        structure.message(Part.RECORD, from + size);
        return structure.beyondVisible ? null : structure.problem;
    }

    private boolean message(Part part, long end) {
        while (at < end) {
            long tag = tag(end);
            if (tag == NONE) {
                return false;
            }
            int field = (int) (tag >>> 3);
            int type = (int) tag & 7;
            if (!(isKnown(part, field, type) ? value(part, field, end) : skip(field, type, end, part.depth()))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether this class checks the content of the field. */
    private static boolean isKnown(Part part, int field, int type) {
        if (type != WireScanner.LENGTH_DELIMITED) {
            return false;
        }
        return switch (part) {
            case RECORD -> field == 1;
            case ENTRY -> field == 2;
            case FEATURE -> field <= 5;
            case BYTES_LIST, FLOAT_LIST, DOUBLE_LIST, INT32_LIST, INT64_LIST -> field == 1;
        };
    }

    private boolean value(Part part, int field, long end) {
        long size = length(end);
        if (size < 0) {
            return false;
        }
        long valueEnd = at + size;
        return switch (part) {
            case RECORD -> message(Part.ENTRY, valueEnd);
            case ENTRY -> message(Part.FEATURE, valueEnd);
            case FEATURE -> message(Part.list(field), valueEnd);
            case BYTES_LIST -> advance(size, end);
            case FLOAT_LIST -> packed(size, Float.BYTES);
            case DOUBLE_LIST -> packed(size, Double.BYTES);
            case INT32_LIST, INT64_LIST -> packedVarints(valueEnd);
        };
    }

    private boolean packed(long size, int width) {
        return size % width == 0
                ? advance(size, at + size)
                : wrong("a packed list of " + size + " bytes, not a multiple of " + width);
    }

    private boolean packedVarints(long end) {
        while (at < end) {
            if (varint(end) == NONE) {
                return false;
            }
        }
        return true;
    }

    private boolean skip(int field, int type, long end, int depth) {
        return switch (type) {
            case WireScanner.VARINT -> varint(end) != NONE;
            case WireScanner.FIXED64 -> advance(Long.BYTES, end);
            case WireScanner.FIXED32 -> advance(Integer.BYTES, end);
            case WireScanner.LENGTH_DELIMITED -> {
                long size = length(end);
                yield size >= 0 && advance(size, end);
            }
            case WireScanner.START_GROUP ->
                depth < WireScanner.MAX_DEPTH ? group(field, end, depth + 1) : wrong("groups nested too deeply");
            default ->
                wrong(type == WireScanner.END_GROUP ? "the end of a group without a beginning" : "wire type " + type);
        };
    }

    private boolean group(int field, long end, int depth) {
        while (true) {
            long tag = tag(end);
            if (tag == NONE) {
                return false;
            }
            if ((tag & 7) == WireScanner.END_GROUP) {
                return tag >>> 3 == field || wrong("the end of another group");
            }
            if (!skip((int) (tag >>> 3), (int) tag & 7, end, depth)) {
                return false;
            }
        }
    }

    /** Returns a tag, which is a field number times eight plus a wire type, or {@link #NONE}. */
    private long tag(long end) {
        int from = at;
        long tag = varint(end);
        if (tag != NONE && (at - from > MOST_SHORT_BYTES || tag < 0 || tag > MOST_TAG || tag >>> 3 == 0)) {
            wrong("field number " + (tag >>> 3));
            return NONE;
        }
        return tag;
    }

    /** Returns a length that fits into the remaining bytes, or -1. */
    private long length(long end) {
        int from = at;
        long size = varint(end);
        if (size == NONE) {
            return -1;
        }
        if (at - from > MOST_SHORT_BYTES || size < 0 || size > end - at) {
            wrong("a field of " + Long.toUnsignedString(size) + " bytes, but only " + (end - at) + " are left");
            return -1;
        }
        return size;
    }

    private boolean advance(long count, long end) {
        if (count > end - at) {
            return wrong("the end inside a field");
        }
        if (count > visibleEnd - at) {
            beyondVisible = true;
            return false;
        }
        at += (int) count;
        return true;
    }

    /** Returns the varint at the current position, or {@link #NONE}. */
    private long varint(long end) {
        long value = 0;
        for (int i = 0; i < MOST_VARINT_BYTES; i++) {
            if (at >= end) {
                wrong("the end inside a number");
                return NONE;
            }
            if (at >= visibleEnd) {
                beyondVisible = true;
                return NONE;
            }
            byte next = bytes.get(at++);
            value |= (long) (next & 0x7f) << (7 * i);
            if (next >= 0) {
                // In a valid message only a value in a list can equal NONE, and no caller uses such values.
                return value == NONE ? 0 : value;
            }
        }
        wrong("a number of more than " + MOST_VARINT_BYTES + " bytes");
        return NONE;
    }

    private boolean wrong(String what) {
        problem = what + " at byte " + (at - begin);
        return false;
    }
}
