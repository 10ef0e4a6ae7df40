package dev.riffle.typed;

import dev.riffle.example.Dialect;
import dev.riffle.example.Kind;
import dev.riffle.example.internal.MessageScanner;
import dev.riffle.internal.ArrayView;
import dev.riffle.internal.Lengths;
import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.PackedVarints;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The features of a message that a codec needs: for each slot the kind, the number of values and their place in the
 * message. A slot belongs to one feature of the codec, or to one step of a feature list.
 */
final class FoundValues extends MessageScanner<Integer, Integer> {

    /** The numbers for each slot: code of the kind, number of values, first index, index after the last. */
    private static final int WIDTH = 4;

    private static final int COUNT = 1;
    private static final int FROM = 2;
    private static final int TO = 3;

    private static final int MISSING = 0;
    private static final int STEPS = -1;
    private static final Kind[] KINDS = Kind.values();

    final byte[] array;
    private final int messageFrom;

    /** The message, if byte strings may share its memory. */
    private final @Nullable Bytes message;

    private int[] places;
    private int slots;

    /** The slot of the feature or step that the scanner reads. */
    private int slot;

    FoundValues(byte[] array, int messageFrom, @Nullable Bytes message, int slots) {
        super(Dialect.TENSORFLOW);
        this.array = array;
        this.messageFrom = messageFrom;
        this.message = message;
        this.slots = slots;
        this.places = new int[slots * WIDTH];
    }

    /** Returns the array that has the message. */
    static ArrayView view(Bytes message) {
        ArrayView view = new ArrayView();
        try {
            message.writeTo(view);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot fail", e);
        }
        return view;
    }

    // ---------------------------------------------------------------- scanning

    /** Finds the values of a message of this size. Returns false if the message has an unusual encoding. */
    boolean scan(FeatureKeys context, FeatureKeys lists, int size) {
        int to = messageFrom + size;
        return lists.size() == 0
                ? scanExample(context.table(), array, messageFrom, to)
                : scanSequenceExample(context.table(), lists.table(), array, messageFrom, to);
    }

    /** Finds the values in the body of a feature, and stores them in slot 0. */
    boolean scanFeature(int size) {
        return begin(0) && scanBody(0, array, messageFrom, messageFrom + size);
    }

    @Override
    protected boolean begin(Integer feature) {
        slot = feature;
        return true;
    }

    @Override
    protected boolean takeUnset(Integer feature) {
        slot = feature;
        return put(Kind.NOT_SET, 0, 0, 0);
    }

    @Override
    protected boolean takeChunk(Integer feature, Kind kind, byte[] message, int from, int to) {
        if (kind == Kind.FLOAT) {
            return (to - from) % Float.BYTES == 0 && put(kind, (to - from) / Float.BYTES, from, to);
        }
        int count = PackedVarints.isSingle(message, from, to) ? 1 : PackedVarints.count(message, from, to);
        return count >= 0 && put(kind, count, from, to);
    }

    @Override
    protected boolean takeString(Integer feature, byte[] message, int from, int to) {
        return put(Kind.BYTES, 1, from, to);
    }

    @Override
    protected boolean takeStrings(Integer feature, byte[] message, int from, int to) {
        int count = Lengths.countStrings(message, from, to);
        return count >= 0 && put(Kind.BYTES, count, from, to);
    }

    /** Stores that the steps of a list are in the next slots. */
    @Override
    protected boolean beginList(Integer list) {
        slot = list;
        put(Kind.NOT_SET, 0, slots, 0);
        places[list * WIDTH] = STEPS;
        return true;
    }

    @Override
    protected boolean takeStep(Integer list, byte[] message, int from, int to) {
        if ((slots + 1) * WIDTH > places.length) {
            places = Arrays.copyOf(places, places.length * 2 + WIDTH);
        }
        slot = slots++;
        places[list * WIDTH + COUNT]++;
        return from == to ? put(Kind.NOT_SET, 0, 0, 0) : scanBody(list, message, from, to);
    }

    private boolean put(Kind kind, int count, int from, int to) {
        int at = slot * WIDTH;
        places[at] = kind.ordinal() + 1;
        places[at + COUNT] = count;
        places[at + FROM] = from;
        places[at + TO] = to;
        return true;
    }

    // ---------------------------------------------------------------- shape

    /** Returns whether the feature or feature list is in the message; a feature without a kind counts as missing. */
    boolean isPresent(int slot) {
        int code = places[slot * WIDTH];
        return code != MISSING && code != Kind.NOT_SET.ordinal() + 1;
    }

    /** Returns the kind of a feature or step; {@link Kind#NOT_SET} also if it is missing. */
    Kind kind(int slot) {
        int code = places[slot * WIDTH];
        return code <= 0 ? Kind.NOT_SET : KINDS[code - 1];
    }

    /** Returns the number of values, or of steps. */
    int count(int slot) {
        return places[slot * WIDTH + COUNT];
    }

    /** Returns why a feature counts as missing, for messages. */
    String absence(int slot) {
        return places[slot * WIDTH] == MISSING ? "no such feature" : "a feature without a kind";
    }

    /** Returns the index of the first byte of the values, or of the only byte string. For a list, its first step. */
    int from(int slot) {
        return places[slot * WIDTH + FROM];
    }

    /** Returns the index after the last byte of the values, or of the only byte string. */
    int to(int slot) {
        return places[slot * WIDTH + TO];
    }

    // ---------------------------------------------------------------- values

    /** Returns the value of a feature with one integer. */
    long onlyLong(int slot) {
        return PackedVarints.decodeSingle(array, from(slot), to(slot));
    }

    /** Returns the integers as an array that belongs to the caller. */
    long[] longs(int slot) {
        long[] longs = new long[count(slot)];
        PackedVarints.decode(array, from(slot), to(slot), longs, 0);
        return longs;
    }

    /** Returns the value of a feature with one float. */
    float onlyFloat(int slot) {
        return LittleEndian.getFloat(array, from(slot));
    }

    /** Returns the floats as an array that belongs to the caller. */
    float[] floats(int slot) {
        float[] floats = new float[count(slot)];
        LittleEndian.getFloats(array, from(slot), floats, 0, floats.length);
        return floats;
    }

    /** Returns begin and end of each byte string. */
    int[] ranges(int slot) {
        int count = count(slot);
        int[] ranges = new int[2 * count];
        if (count == 1) {
            ranges[0] = from(slot);
            ranges[1] = to(slot);
            return ranges;
        }
        int at = from(slot);
        for (int i = 0; i < count; i++) {
            int end = Lengths.bodyEnd(array, at + 1, to(slot));
            ranges[2 * i] = Lengths.bodyBegin(array, at + 1);
            ranges[2 * i + 1] = end;
            at = end;
        }
        return ranges;
    }

    /** Returns immutable bytes: a part of the message if its memory can be shared, else a copy. */
    Bytes bytes(int begin, int end) {
        Bytes whole = message;
        return whole == null
                ? Bytes.copyOf(array, begin, end - begin)
                : whole.slice(begin - messageFrom, end - messageFrom);
    }
}
