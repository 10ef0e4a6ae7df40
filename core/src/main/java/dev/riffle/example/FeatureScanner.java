package dev.riffle.example;

import dev.riffle.internal.Lengths;
import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.PackedVarints;
import dev.riffle.internal.WireScanner;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Scans the body of one Feature for its kind, and for the number and positions of its values.
 *
 * <p>Nearly every feature is one list with one packed chunk of numbers, or with only byte strings. The scanner
 * recognizes this form first and stores its range as {@link #from} and {@link #to}. Reading its values then needs no
 * further checks. Other forms use the slower method {@link #visit}, once to count and once to read the values. They
 * have several lists, several chunks, single numbers, unknown fields, or several bodies that protobuf merges.
 *
 * <p>{@link #visit} relies on one rule: a list of another kind replaces all earlier values. Only the lists of the last
 * kind count. They begin at {@link #runFrom}.
 */
final class FeatureScanner {

    private static final int VALUE_VARINT = 1 << 3 | WireScanner.VARINT;
    private static final int VALUE_FIXED32 = 1 << 3 | WireScanner.FIXED32;
    private static final int VALUE_FIXED64 = 1 << 3 | WireScanner.FIXED64;

    /**
     * The number of bytes of packed numbers in a piece. A piece of integers can be longer, because it ends with a
     * complete integer.
     */
    private static final int PIECE_BYTES = 16 << 10;

    private final Dialect dialect;
    private final WireScanner wire;

    byte[] array = new byte[0];
    Kind kind = Kind.NOT_SET;
    int count;
    /** The beginning of the only chunk or bytes list. Valid if {@link #simple} is set. */
    int from;

    int to;
    boolean simple;
    /** The beginning of the last byte string found. If the count is 1, this is the only byte string. */
    int bytesFrom;

    int bytesTo;

    private int bodyFrom;
    private int bodyTo;
    private boolean isEntry;
    private int depth;
    private int runFrom;
    /** The index in the target of the next value to copy. */
    private int next;

    FeatureScanner(Dialect dialect, WireScanner wire) {
        this.dialect = dialect;
        this.wire = wire;
    }

    /** Scans a body. {@code messageDepth} is the number of messages around its fields. */
    void scanBody(int begin, int end, int messageDepth) {
        isEntry = false;
        bodyFrom = begin;
        bodyTo = end;
        depth = messageDepth;
        if (begin == end) {
            kind = Kind.NOT_SET;
            count = 0;
            simple = true;
            from = begin;
            to = begin;
        } else if (!scanSimple()) {
            scanOther();
        }
    }

    /** Scans all values of a map entry, which protobuf merges. The feature is empty if the entry has no value. */
    void scanEntry(int begin, int end, int messageDepth) {
        isEntry = true;
        bodyFrom = begin;
        bodyTo = end;
        depth = messageDepth;
        scanOther();
    }

    private boolean scanSimple() {
        Kind only = dialect.kindOfTag(array[bodyFrom]);
        int list = Lengths.exact(array, bodyFrom + 1, bodyTo);
        if (only == Kind.NOT_SET || list < 0) {
            return false;
        }
        kind = only;
        simple = true;
        from = list;
        to = bodyTo;
        if (only == Kind.BYTES) {
            return countBytes(list, bodyTo);
        }
        if (list == bodyTo) {
            count = 0;
            return true;
        }
        from = array[list] == WireScanner.FIELD_1 ? Lengths.exact(array, list + 1, bodyTo) : -1;
        count = from < 0 ? -1 : countOf(kind, from, to);
        return count >= 0;
    }

    /** Returns the number of values of a packed chunk, or -1 if the chunk is malformed. */
    private int countOf(Kind of, int begin, int end) {
        int size = end - begin;
        return switch (of) {
            case FLOAT -> (size & 3) == 0 ? size >> 2 : -1;
            case DOUBLE -> (size & 7) == 0 ? size >> 3 : -1;
            case INT64, INT32 -> PackedVarints.count(array, begin, end);
            case BYTES, NOT_SET -> throw new IllegalStateException(of.fieldName());
        };
    }

    private boolean countBytes(int begin, int end) {
        count = 0;
        int at = begin;
        while (at < end) {
            int next = array[at] == WireScanner.FIELD_1 ? Lengths.bodyEnd(array, at + 1, end) : -1;
            if (next < 0) {
                return false;
            }
            bytesFrom = Lengths.bodyBegin(array, at + 1);
            bytesTo = next;
            at = next;
            count++;
        }
        return true;
    }

    // ---------------------------------------------------------------- other forms

    /**
     * Receives the places of values in the array. A place is a packed chunk of numbers, a single number, or a byte
     * string.
     */
    @FunctionalInterface
    private interface RangeAction {
        void accept(int begin, int end);
    }

    private void scanOther() {
        simple = false;
        kind = Kind.NOT_SET;
        count = 0;
        runFrom = bodyFrom;
        visit(null);
    }

    private void visit(@Nullable RangeAction action) {
        if (!isEntry) {
            visitBody(bodyFrom, bodyTo, action);
            return;
        }
        int at = bodyFrom;
        while (at < bodyTo) {
            wire.window(at, bodyTo);
            int tag = wire.readTag();
            if (tag == WireScanner.FIELD_2) {
                int length = wire.readLength();
                int value = wire.position();
                visitBody(value, value + length, action);
                at = value + length;
            } else {
                wire.skip(tag, depth - 1);
                at = wire.position();
            }
        }
    }

    private void visitBody(int begin, int end, @Nullable RangeAction action) {
        int at = begin;
        while (at < end) {
            int field = at;
            wire.window(at, end);
            int tag = wire.readTag();
            Kind of = dialect.kindOfTag(tag);
            if (of == Kind.NOT_SET) {
                wire.skip(tag, depth);
                at = wire.position();
                continue;
            }
            int length = wire.readLength();
            int list = wire.position();
            if (action == null) {
                if (of != kind) {
                    kind = of;
                    count = 0;
                    runFrom = field;
                }
                count = Math.addExact(count, visitList(of, list, list + length, null));
            } else if (field >= runFrom) {
                visitList(of, list, list + length, action);
            }
            at = list + length;
        }
    }

    /** Counts the values of one list, and passes their places to the action, if any. */
    private int visitList(Kind of, int begin, int end, @Nullable RangeAction action) {
        int values = 0;
        int single = singleTag(of);
        wire.window(begin, end);
        while (!wire.atEnd()) {
            int tag = wire.readTag();
            int at = wire.position();
            if (tag == WireScanner.FIELD_1) {
                int length = wire.readLength();
                at = wire.position();
                values += of == Kind.BYTES ? 1 : checkedCount(of, at, at + length);
                wire.advance(length);
            } else if (tag == single) {
                wire.skip(tag, depth + 1);
                values++;
            } else {
                wire.skip(tag, depth + 1);
                continue;
            }
            if (of == Kind.BYTES) {
                bytesFrom = at;
                bytesTo = wire.position();
            }
            if (action != null) {
                action.accept(at, wire.position());
            }
        }
        return values;
    }

    private int checkedCount(Kind of, int begin, int end) {
        int values = countOf(of, begin, end);
        if (values < 0) {
            throw wire.failure(begin, malformedChunk(of, begin, end));
        }
        return values;
    }

    private String malformedChunk(Kind of, int begin, int end) {
        return switch (of) {
            case FLOAT -> "packed floats need a multiple of 4 bytes, found " + (end - begin);
            case DOUBLE -> "packed doubles need a multiple of 8 bytes, found " + (end - begin);
            case INT64, INT32, BYTES, NOT_SET ->
                array[end - 1] < 0 ? "packed integers end inside an integer" : "packed integer of more than ten bytes";
        };
    }

    private static int singleTag(Kind of) {
        return switch (of) {
            case INT64, INT32 -> VALUE_VARINT;
            case FLOAT -> VALUE_FIXED32;
            case DOUBLE -> VALUE_FIXED64;
            case BYTES, NOT_SET -> -1;
        };
    }

    // ---------------------------------------------------------------- values

    /** Returns a scanner of this feature that keeps its position when this scanner moves to another feature. */
    FeatureScanner copy() {
        FeatureScanner copy = new FeatureScanner(dialect, wire);
        copy.array = array;
        if (isEntry) {
            copy.scanEntry(bodyFrom, bodyTo, depth);
        } else {
            copy.scanBody(bodyFrom, bodyTo, depth);
        }
        return copy;
    }

    /**
     * Passes all values to the action in order, in pieces. A piece is about {@link #PIECE_BYTES} of a packed chunk, a
     * single number, or a byte string. The scanner of a piece is valid until the action returns.
     */
    void forEachPiece(Consumer<FeatureScanner> action) {
        FeatureScanner piece = copy();
        piece.simple = true;
        RangeAction cut = (begin, end) -> piece.cut(begin, end, action);
        if (!simple) {
            visit(cut);
        } else if (kind == Kind.BYTES) {
            visitList(kind, from, to, cut);
        } else {
            cut.accept(from, to);
        }
    }

    /** Passes the values in a range to the action, in pieces. */
    private void cut(int begin, int end, Consumer<FeatureScanner> action) {
        if (kind == Kind.BYTES) {
            bytesFrom = begin;
            bytesTo = end;
            count = 1;
            action.accept(this);
            return;
        }
        to = begin;
        while (to < end) {
            from = to;
            to = pieceEnd(from, end);
            count = countOf(kind, from, to);
            action.accept(this);
        }
    }

    private int pieceEnd(int begin, int end) {
        if (end - begin <= PIECE_BYTES) {
            return end;
        }
        int at = begin + PIECE_BYTES;
        if (kind == Kind.INT64 || kind == Kind.INT32) {
            while (array[at - 1] < 0) {
                at++;
            }
        }
        return at;
    }

    /** Copies all values of an int64_list. */
    void copyLongs(long[] target, int at) {
        if (simple) {
            PackedVarints.decode(array, from, to, target, at);
        } else {
            next = at;
            visit((begin, end) -> next = PackedVarints.decode(array, begin, end, target, next));
        }
    }

    /** Copies all values of an int32_list. */
    void copyInts(int[] target, int at) {
        if (simple) {
            PackedVarints.decode(array, from, to, target, at);
        } else {
            next = at;
            visit((begin, end) -> next = PackedVarints.decode(array, begin, end, target, next));
        }
    }

    /** Copies all values of a float_list. */
    void copyFloats(float[] target, int at) {
        if (simple) {
            LittleEndian.getFloats(array, from, target, at, count);
        } else {
            next = at;
            visit((begin, end) -> {
                int values = (end - begin) / Float.BYTES;
                LittleEndian.getFloats(array, begin, target, next, values);
                next += values;
            });
        }
    }

    /** Copies all values of a double_list. */
    void copyDoubles(double[] target, int at) {
        if (simple) {
            LittleEndian.getDoubles(array, from, target, at, count);
        } else {
            next = at;
            visit((begin, end) -> {
                int values = (end - begin) / Double.BYTES;
                LittleEndian.getDoubles(array, begin, target, next, values);
                next += values;
            });
        }
    }

    /** Copies the positions and sizes of the values of a bytes_list. Positions are indices in the array. */
    void copyRanges(int[] offsets, int[] sizes, int at) {
        if (!simple) {
            next = at;
            visit((begin, end) -> {
                offsets[next] = begin;
                sizes[next++] = end - begin;
            });
            return;
        }
        wire.window(from, to);
        for (int i = 0; i < count; i++) {
            wire.readTag();
            sizes[at + i] = wire.readLength();
            offsets[at + i] = wire.position();
            wire.advance(sizes[at + i]);
        }
    }
}
