package dev.riffle;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether bytes have the structure of an OFRecord message, as a proto2 parser would: a map from names to features,
 * each a list of one of five kinds; fields that are not known are stepped over. Nothing is decoded or kept.
 *
 * <p>It can also judge the beginning of a message of which not all bytes are in sight: then only what is seen can be wrong.
 */
final class OfRecordStructure {

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH_DELIMITED = 2;
    private static final int START_GROUP = 3;
    private static final int END_GROUP = 4;
    private static final int FIXED32 = 5;

    private static final int MOST_VARINT_BYTES = 10;
    private static final int MOST_GROUPS = 100;
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
    @Nullable String problem(ByteBuffer buffer, int from, long size, int seen) {
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
            long tag = varint(end);
            if (tag == NONE) {
                return false;
            }
            int field = (int) (tag >>> 3);
            int type = (int) tag & 7;
            if (tag < 0 || tag > MOST_TAG || field == 0) {
                return wrong("field number " + (tag >>> 3));
            }
            if (!(isKnown(part, field, type) ? value(part, field, end) : skip(field, type, end, 0))) {
                return false;
            }
        }
        return true;
    }

    /** Whether the field is one whose content has a structure. */
    private static boolean isKnown(Part part, int field, int type) {
        if (type != LENGTH_DELIMITED) {
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

    private boolean skip(int field, int type, long end, int groups) {
        return switch (type) {
            case VARINT -> varint(end) != NONE;
            case FIXED64 -> advance(Long.BYTES, end);
            case FIXED32 -> advance(Integer.BYTES, end);
            case LENGTH_DELIMITED -> {
                long size = length(end);
                yield size >= 0 && advance(size, end);
            }
            case START_GROUP -> groups < MOST_GROUPS ? group(field, end, groups + 1) : wrong("groups nested too deep");
            default -> wrong(type == END_GROUP ? "the end of a group that did not begin" : "wire type " + type);
        };
    }

    private boolean group(int field, long end, int groups) {
        while (true) {
            long tag = varint(end);
            if (tag == NONE) {
                return false;
            }
            if (tag < 0 || tag > MOST_TAG || tag >>> 3 == 0) {
                return wrong("field number " + (tag >>> 3));
            }
            if ((tag & 7) == END_GROUP) {
                return tag >>> 3 == field || wrong("the end of another group");
            }
            if (!skip((int) (tag >>> 3), (int) tag & 7, end, groups)) {
                return false;
            }
        }
    }

    /** A length that fits into what is left, or -1. */
    private long length(long end) {
        long size = varint(end);
        if (size == NONE) {
            return -1;
        }
        if (size < 0 || size > end - at) {
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
