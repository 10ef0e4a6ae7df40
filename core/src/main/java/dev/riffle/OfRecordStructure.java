package dev.riffle;

import dev.riffle.internal.WireScanner;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether bytes have the structure of an OFRecord message, as a proto2 parser would: a map from names to features,
 * each a list of one of five kinds; fields that are not known are stepped over. Nothing is decoded or kept.
 *
 * <p>It can also judge the beginning of a message of which not all bytes are in sight: then only what is seen can be wrong.
 */
final class OfRecordStructure {

    private static final int MOST_VARINT_BYTES = 10;

    /** Of tags and lengths. */
    private static final int MOST_SHORT_BYTES = 5;

    private static final long MOST_TAG = 0xffff_ffffL;

    /** What {@link #varint} gives where there is none: a value that as a tag or a length would be wrong anyway. */
    private static final long NONE = Long.MIN_VALUE;

    /** What a field's value can be. The lists stand in the order of their field numbers in a Feature. */
    private enum Part {
        RECORD,
        ENTRY,
        FEATURE,
        BYTES_LIST,
        FLOAT_LIST,
        DOUBLE_LIST,
        INT32_LIST,
        INT64_LIST;

        /** How many messages are around. */
        int depth() {
            return Math.min(ordinal(), BYTES_LIST.ordinal());
        }

        static Part list(int field) {
            return values()[BYTES_LIST.ordinal() + field - 1];
        }
    }

    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private int at;
    private int seenEnd;
    private int begin;
    private boolean outOfSight;
    private @Nullable String problem;

    /**
     * What is wrong with the message of {@code size} bytes at {@code from}, of which the first {@code seen} are in the
     * buffer; null if nothing.
     */
    @Nullable
    String problem(ByteBuffer buffer, int from, long size, int seen) {
        bytes = buffer;
        at = from;
        begin = from;
        seenEnd = from + seen;
        outOfSight = false;
        problem = null;
        message(Part.RECORD, from + size);
        return outOfSight ? null : problem;
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

    /** Whether the field is one whose content has a structure. */
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
                : wrong("a packed list of " + size + " bytes, no multiple of " + width);
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
                depth < WireScanner.MAX_DEPTH ? group(field, end, depth + 1) : wrong("groups nested too deep");
            default ->
                wrong(type == WireScanner.END_GROUP ? "the end of a group that did not begin" : "wire type " + type);
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

    /** A field number times eight plus a wire type, or {@link #NONE}. */
    private long tag(long end) {
        int from = at;
        long tag = varint(end);
        if (tag != NONE && (at - from > MOST_SHORT_BYTES || tag < 0 || tag > MOST_TAG || tag >>> 3 == 0)) {
            wrong("field number " + (tag >>> 3));
            return NONE;
        }
        return tag;
    }

    /** A length that fits into what is left, or -1. */
    private long length(long end) {
        int from = at;
        long size = varint(end);
        if (size == NONE) {
            return -1;
        }
        if (at - from > MOST_SHORT_BYTES || size < 0 || size > end - at) {
            wrong("a field of " + Long.toUnsignedString(size) + " bytes where " + (end - at) + " are left");
            return -1;
        }
        return size;
    }

    private boolean advance(long count, long end) {
        if (count > end - at) {
            return wrong("the end inside a field");
        }
        if (count > seenEnd - at) {
            outOfSight = true;
            return false;
        }
        at += (int) count;
        return true;
    }

    /** The varint at the present place, or {@link #NONE}. */
    private long varint(long end) {
        long value = 0;
        for (int i = 0; i < MOST_VARINT_BYTES; i++) {
            if (at >= end) {
                wrong("the end inside a number");
                return NONE;
            }
            if (at >= seenEnd) {
                outOfSight = true;
                return NONE;
            }
            byte next = bytes.get(at++);
            value |= (long) (next & 0x7f) << (7 * i);
            if (next >= 0) {
                // Only a value of a list can be that number by right, and nobody looks at those.
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
