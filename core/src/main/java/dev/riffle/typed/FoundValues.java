package dev.riffle.typed;

import dev.riffle.example.Kind;
import dev.riffle.internal.ArrayView;
import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.PackedVarints;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The features of a message that a codec needs: for each slot the kind, the number of values and their place.
 *
 * <p>{@link UsualScan} stores places in the message. {@link CursorScan} stores copies of numbers, and the places of
 * byte strings. The values of an unusual feature can be in several parts of the message. A slot belongs to one
 * feature of the codec, or to one step of a feature list.
 */
final class FoundValues {

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
    private @Nullable Object @Nullable [] copies;
    private int slots;

    FoundValues(byte[] array, int messageFrom, @Nullable Bytes message, int slots) {
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

    // ---------------------------------------------------------------- storing

    void put(int slot, Kind kind, int count, int from, int to) {
        int at = slot * WIDTH;
        places[at] = kind.ordinal() + 1;
        places[at + COUNT] = count;
        places[at + FROM] = from;
        places[at + TO] = to;
    }

    /** Stores values: {@code long[]}, {@code float[]}, or the begin and end of each byte string as {@code int[]}. */
    void putCopy(int slot, Kind kind, int count, Object copy) {
        put(slot, kind, count, 0, 0);
        @Nullable Object[] all = copies;
        if (all == null || all.length <= slot) {
            all = all == null ? new @Nullable Object[slot + 8] : Arrays.copyOf(all, slot * 2);
            copies = all;
        }
        all[slot] = copy;
    }

    /** Stores that a feature list has its steps in the slots from {@code firstStep} on. */
    void putSteps(int slot, int firstStep, int count) {
        put(slot, Kind.NOT_SET, count, firstStep, firstStep + count);
        places[slot * WIDTH] = STEPS;
    }

    /** Adds a slot for a step and returns its number. */
    int addSlot() {
        if ((slots + 1) * WIDTH > places.length) {
            places = Arrays.copyOf(places, places.length * 2 + WIDTH);
        }
        return slots++;
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

    int firstStep(int slot) {
        return from(slot);
    }

    /** Returns why a feature counts as missing, for messages. */
    String absence(int slot) {
        return places[slot * WIDTH] == MISSING ? "no such feature" : "a feature without a kind";
    }

    private int from(int slot) {
        return places[slot * WIDTH + FROM];
    }

    private int to(int slot) {
        return places[slot * WIDTH + TO];
    }

    private @Nullable Object copy(int slot) {
        @Nullable Object[] all = copies;
        return all == null || slot >= all.length ? null : all[slot];
    }

    // ---------------------------------------------------------------- values

    /** Returns the value of a feature with one integer. */
    long onlyLong(int slot) {
        return copy(slot) instanceof long[] longs ? longs[0] : PackedVarints.decodeSingle(array, from(slot), to(slot));
    }

    /** Returns the integers as an array that belongs to the caller. */
    long[] longs(int slot) {
        if (copy(slot) instanceof long[] longs) {
            return longs;
        }
        long[] longs = new long[count(slot)];
        PackedVarints.decode(array, from(slot), to(slot), longs, 0);
        return longs;
    }

    /** Returns the value of a feature with one float. */
    float onlyFloat(int slot) {
        return copy(slot) instanceof float[] floats ? floats[0] : LittleEndian.getFloat(array, from(slot));
    }

    /** Returns the floats as an array that belongs to the caller. */
    float[] floats(int slot) {
        if (copy(slot) instanceof float[] floats) {
            return floats;
        }
        float[] floats = new float[count(slot)];
        LittleEndian.getFloats(array, from(slot), floats, 0, floats.length);
        return floats;
    }

    /** Returns the index of the first byte of a feature's only byte string. */
    int onlyBegin(int slot) {
        return copy(slot) instanceof int[] ranges ? ranges[0] : from(slot);
    }

    /** Returns the index after the last byte of a feature's only byte string. */
    int onlyEnd(int slot) {
        return copy(slot) instanceof int[] ranges ? ranges[1] : to(slot);
    }

    /** Returns begin and end of each byte string. */
    int[] ranges(int slot) {
        if (copy(slot) instanceof int[] ranges) {
            return ranges;
        }
        int count = count(slot);
        int[] ranges = new int[2 * count];
        if (count == 1) {
            ranges[0] = from(slot);
            ranges[1] = to(slot);
            return ranges;
        }
        int at = from(slot);
        for (int i = 0; i < count; i++) {
            int size = 0;
            int shift = 0;
            byte next;
            do {
                next = array[++at];
                size |= (next & 0x7f) << shift;
                shift += 7;
            } while (next < 0);
            ranges[2 * i] = at + 1;
            at += 1 + size;
            ranges[2 * i + 1] = at;
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
