package dev.riffle.filter;

import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.io.Bytes;
import org.jspecify.annotations.Nullable;

/** The values of one feature in the current message. The filter names this feature. */
final class FilterSlot {

    private final String name;
    private final Bytes key;

    private Kind kind = Kind.NOT_SET;
    private int count;
    private long[] longs = new long[1];
    private float[] floats = new float[1];
    private double[] doubles = new double[1];
    private int[] offsets = new int[1];
    private int[] sizes = new int[1];

    FilterSlot(String name) {
        this.name = name;
        this.key = Bytes.ofUtf8(name);
    }

    Bytes key() {
        return key;
    }

    /** Returns whether the message has the feature, even if the feature has no values. */
    boolean isPresent() {
        return kind != Kind.NOT_SET;
    }

    int count() {
        return count;
    }

    Kind kind() {
        return kind;
    }

    /** Returns the feature as text for exception messages. */
    String shown() {
        return "feature \"" + name + "\" (" + kind.fieldName() + ")";
    }

    String name() {
        return name;
    }

    void clear() {
        kind = Kind.NOT_SET;
        count = 0;
    }

    /** Stores the feature at the position of a cursor. */
    void take(ExampleCursor cursor) {
        kind = cursor.kind();
        count = cursor.count();
        switch (kind) {
            case NOT_SET -> {}
            case INT64, INT32 -> {
                longs = longs.length < count ? new long[count] : longs;
                cursor.copyLongs(longs, 0);
            }
            case FLOAT -> {
                floats = floats.length < count ? new float[count] : floats;
                cursor.copyFloats(floats, 0);
            }
            case DOUBLE -> {
                doubles = doubles.length < count ? new double[count] : doubles;
                cursor.copyDoubles(doubles, 0);
            }
            case BYTES -> {
                if (offsets.length < count) {
                    offsets = new int[count];
                    sizes = new int[count];
                }
                cursor.copyRanges(offsets, sizes, 0);
            }
        }
    }

    /**
     * Returns the value at a place, or null if there is no value. Places count from 0, and negative places count from
     * the end.
     */
    @Nullable
    FilterValue value(ExampleCursor cursor, long place) {
        long index = place < 0 ? place + count : place;
        if (index < 0 || index >= count) {
            return null;
        }
        int at = (int) index;
        return switch (kind) {
            case NOT_SET -> null;
            case INT64, INT32 -> new FilterValue.Whole(longs[at]);
            case FLOAT -> new FilterValue.Single(floats[at]);
            case DOUBLE -> new FilterValue.Wide(doubles[at]);
            case BYTES -> {
                byte[] bytes = new byte[sizes[at]];
                cursor.copyBytes(offsets[at], sizes[at], bytes, 0);
                yield new FilterValue.Raw(Bytes.ofOwned(bytes));
            }
        };
    }

    /** Returns the number of bytes of all values. */
    long bytes() {
        checkBytes();
        long bytes = 0;
        for (int i = 0; i < count && isPresent(); i++) {
            bytes += sizes[i];
        }
        return bytes;
    }

    /** Returns the number of bytes of the value at a place, or 0 if there is no value. */
    long bytes(long place) {
        checkBytes();
        long index = place < 0 ? place + count : place;
        return index < 0 || index >= count ? 0 : sizes[(int) index];
    }

    private void checkBytes() {
        if (kind != Kind.BYTES && kind != Kind.NOT_SET) {
            throw new FilterException(shown() + " has no size in bytes; len(" + name + ") counts its values");
        }
    }
}
