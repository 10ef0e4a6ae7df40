package dev.riffle.typed;

import dev.riffle.example.Dialect;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import java.nio.ByteBuffer;

/** Finds the features of any valid Example or SequenceExample with an {@link ExampleCursor}, which reports damage. */
final class CursorScan {

    private final byte[] array;
    private final int from;
    private final FoundValues found;
    private final ExampleCursor cursor;

    private CursorScan(byte[] array, int from, int to, FoundValues found, ExampleCursor cursor) {
        this.array = array;
        this.from = from;
        this.found = found;
        this.cursor = cursor.reset(ByteBuffer.wrap(array, from, to - from));
    }

    /**
     * Finds the features of an Example.
     *
     * @throws dev.riffle.example.MalformedMessageException if the bytes are not an Example
     */
    static void example(byte[] array, int from, int to, FeatureKeys keys, FoundValues found) {
        CursorScan scan = new CursorScan(array, from, to, found, ExampleCursor.ofExamples(Dialect.TENSORFLOW));
        while (scan.cursor.next() != ExampleCursor.Event.END) {
            scan.takeFeature(scan.slot(keys));
        }
    }

    /**
     * Finds the features of the context and the feature lists of a SequenceExample.
     *
     * @throws dev.riffle.example.MalformedMessageException if the bytes are not a SequenceExample
     */
    static void sequenceExample(
            byte[] array, int from, int to, FeatureKeys context, FeatureKeys lists, FoundValues found) {
        CursorScan scan = new CursorScan(array, from, to, found, ExampleCursor.ofSequenceExamples());
        ExampleCursor.Event event = scan.cursor.next();
        while (event != ExampleCursor.Event.END) {
            if (event == ExampleCursor.Event.FEATURE) {
                scan.takeFeature(scan.slot(context));
                event = scan.cursor.next();
            } else {
                event = scan.takeSteps(scan.slot(lists));
            }
        }
    }

    private int slot(FeatureKeys keys) {
        int key = from + cursor.keyOffset();
        int index = keys.find(array, key, key + cursor.keySize());
        return index < 0 ? -1 : keys.slot(index);
    }

    /** Stores the steps of a feature list and returns the event after them. */
    private ExampleCursor.Event takeSteps(int slot) {
        int count = 0;
        int first = 0;
        ExampleCursor.Event event = cursor.next();
        while (event == ExampleCursor.Event.STEP) {
            int step = slot < 0 ? -1 : found.addSlot();
            takeFeature(step);
            first = count++ == 0 ? step : first;
            event = cursor.next();
        }
        if (slot >= 0) {
            found.putSteps(slot, first, count);
        }
        return event;
    }

    /** Stores a feature or step. Asks for its kind in any case, because the cursor then checks its values. */
    private void takeFeature(int slot) {
        Kind kind = cursor.kind();
        if (slot < 0) {
            return;
        }
        int count = cursor.count();
        switch (kind) {
            case INT64 -> {
                long[] longs = new long[count];
                cursor.copyLongs(longs, 0);
                found.putCopy(slot, kind, count, longs);
            }
            case FLOAT -> {
                float[] floats = new float[count];
                cursor.copyFloats(floats, 0);
                found.putCopy(slot, kind, count, floats);
            }
            case BYTES -> found.putCopy(slot, kind, count, ranges(count));
            case NOT_SET, DOUBLE, INT32 -> found.put(slot, kind, 0, 0, 0);
        }
    }

    private int[] ranges(int count) {
        int[] offsets = new int[count];
        int[] sizes = new int[count];
        cursor.copyRanges(offsets, sizes, 0);
        int[] ranges = new int[2 * count];
        for (int i = 0; i < count; i++) {
            ranges[2 * i] = from + offsets[i];
            ranges[2 * i + 1] = from + offsets[i] + sizes[i];
        }
        return ranges;
    }
}
