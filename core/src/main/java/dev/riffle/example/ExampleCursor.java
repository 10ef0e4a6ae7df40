package dev.riffle.example;

import dev.riffle.internal.Argument;
import dev.riffle.internal.WireException;
import dev.riffle.internal.WireScanner;
import dev.riffle.io.Bytes;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/**
 * Reads values from the bytes of Examples, SequenceExamples and OFRecords without creating objects. Use a cursor to
 * read a few values of each of millions of messages. Otherwise use {@link Example} and {@link SequenceExample}.
 *
 * <p>One cursor can read many messages. Call {@code reset} for each message, then {@link #next()} until {@link
 * Event#END}. After an event, {@link #offset()} and the key are available. The cursor scans the body of a feature on
 * the first request for its kind or values. So {@link #kind()} and the other value methods report a malformed body, but
 * {@link #next()} does not.
 *
 * <p>Events are in the order of the bytes. A key can occur several times. As in protobuf, its last feature counts.
 * Inside one feature the rules of protobuf apply. Lists of one kind are joined, and a list of another kind replaces the
 * earlier values. Single and packed numbers can be mixed, and unknown fields are skipped.
 *
 * <p>All offsets count bytes from the beginning of the message. Malformed bytes cause a {@link
 * MalformedMessageException}. After this exception, the caller must reset the cursor. One thread at a
 * time may use a cursor.
 *
 * <p>The methods that copy values follow the rule of {@link Feature}. The methods for {@code long} and {@code int} read
 * both kinds of integers, and the methods for {@code double} and {@code float} read both kinds of floats. They throw
 * {@link FeatureException} for a feature of another kind, and for a value that does not fit. Reading a list of the
 * other width creates objects.
 *
 * @since 0.1
 */
public final class ExampleCursor {

    /**
     * The kinds of positions at which {@link #next()} stops.
     *
     * @since 0.1
     */
    public enum Event {
        /** A named feature of an Example, of an OFRecord, or of the context of a SequenceExample. */
        FEATURE,
        /** A named feature list of a SequenceExample. Its steps follow. */
        FEATURE_LIST,
        /** A step of the preceding feature list. A step is a feature without a name. */
        STEP,
        /** The end of the message. */
        END
    }

    private enum Section {
        MESSAGE,
        FEATURES,
        LISTS,
        STEPS
    }

    private final String messageName;
    private final Dialect dialect;
    private final boolean sequence;
    private final WireScanner wire = new WireScanner();
    private final EntryScanner entry = new EntryScanner(wire);
    private final FeatureScanner feature;

    private byte[] array = new byte[0];
    private byte[] scratch = array;
    private int base;

    private Section section = Section.MESSAGE;
    private int at;
    private int end;
    private int sectionAt;
    private int sectionEnd;
    private int depth;
    private boolean sawFeatures;
    private boolean sawLists;

    private int eventFrom;
    private int stepFrom;
    private int stepTo;
    private int stepsEntryAt;
    private int stepsEntryEnd;
    private int stepsAt;
    private int stepsEnd;
    private boolean scanned;

    private ExampleCursor(String messageName, Dialect dialect, boolean sequence) {
        this.messageName = messageName;
        this.dialect = dialect;
        this.sequence = sequence;
        this.feature = new FeatureScanner(dialect, wire);
    }

    /** Returns a cursor over Examples, or over OFRecords if the dialect is {@link Dialect#ONEFLOW}. */
    public static ExampleCursor ofExamples(Dialect dialect) {
        Argument.present(dialect, "dialect");
        return new ExampleCursor(dialect.messageName(), dialect, false);
    }

    /** Returns a cursor over SequenceExamples. */
    public static ExampleCursor ofSequenceExamples() {
        return new ExampleCursor("SequenceExample", Dialect.TENSORFLOW, true);
    }

    /**
     * Moves to the beginning of a message in an array. The cursor reads the array in place, so do not change the array
     * until the next reset.
     */
    public ExampleCursor reset(byte[] bytes) {
        Argument.present(bytes, "bytes");
        return start(bytes, 0, bytes.length);
    }

    /**
     * Moves to the beginning of the message between a buffer's position and limit. Does not change the position or the
     * limit. The cursor reads a writable heap buffer in place, so do not change the buffer until the next reset. The
     * cursor copies other buffers into memory that it keeps and reuses.
     */
    public ExampleCursor reset(ByteBuffer bytes) {
        Argument.present(bytes, "bytes");
        int size = bytes.remaining();
        if (bytes.hasArray()) {
            return start(bytes.array(), bytes.arrayOffset() + bytes.position(), size);
        }
        bytes.get(bytes.position(), room(size), 0, size);
        return start(scratch, 0, size);
    }

    /** Moves to the beginning of a message. The cursor copies the message into memory that it keeps and reuses. */
    public ExampleCursor reset(Bytes bytes) {
        return reset(Argument.present(bytes, "bytes").asByteBuffer());
    }

    private byte[] room(int size) {
        if (scratch.length < size) {
            scratch = new byte[Math.max(size, Math.min(scratch.length, 1 << 30) * 2)];
        }
        return scratch;
    }

    ExampleCursor start(byte[] bytes, int offset, int size) {
        array = bytes;
        base = offset;
        end = offset + size;
        at = offset;
        sawFeatures = false;
        sawLists = false;
        scanned = true;
        feature.kind = Kind.NOT_SET;
        feature.count = 0;
        feature.array = bytes;
        entry.array = bytes;
        wire.reset(bytes, offset, size);
        section = Section.MESSAGE;
        if (!dialect.wraps()) {
            enter(Section.FEATURES, offset, end, 0);
            sawFeatures = true;
            at = end;
        }
        return this;
    }

    private void enter(Section into, int from, int to, int messageDepth) {
        section = into;
        sectionAt = from;
        sectionEnd = to;
        depth = messageDepth;
    }

    // ---------------------------------------------------------------- iteration

    /**
     * Moves to the next feature, list or step, and returns its event.
     *
     * @throws MalformedMessageException if the message is malformed
     */
    public Event next() {
        try {
            while (true) {
                switch (section) {
                    case STEPS -> {
                        if (nextStep()) {
                            return Event.STEP;
                        }
                        section = Section.LISTS;
                        depth = 1;
                    }
                    case FEATURES -> {
                        if (nextEntry()) {
                            scanned = false;
                            return Event.FEATURE;
                        }
                        section = Section.MESSAGE;
                    }
                    case LISTS -> {
                        if (nextEntry()) {
                            beginSteps();
                            return Event.FEATURE_LIST;
                        }
                        section = Section.MESSAGE;
                    }
                    case MESSAGE -> {
                        if (!nextSection()) {
                            return Event.END;
                        }
                    }
                }
            }
        } catch (WireException e) {
            throw new MalformedMessageException(messageName, e);
        }
    }

    private boolean nextSection() {
        while (at < end) {
            wire.window(at, end);
            int tag = wire.readTag();
            if (tag == WireScanner.FIELD_1 || (tag == WireScanner.FIELD_2 && sequence)) {
                int length = wire.readLength();
                int from = wire.position();
                at = from + length;
                sawFeatures |= tag == WireScanner.FIELD_1;
                sawLists |= tag == WireScanner.FIELD_2;
                enter(tag == WireScanner.FIELD_1 ? Section.FEATURES : Section.LISTS, from, at, 1);
                return true;
            }
            wire.skip(tag, 0);
            at = wire.position();
        }
        return false;
    }

    private boolean nextEntry() {
        while (sectionAt < sectionEnd) {
            wire.window(sectionAt, sectionEnd);
            int tag = wire.readTag();
            if (tag == WireScanner.FIELD_1) {
                int length = wire.readLength();
                eventFrom = wire.position();
                sectionAt = eventFrom + length;
                entry.open(eventFrom, sectionAt, depth + 1);
                return true;
            }
            wire.skip(tag, depth);
            sectionAt = wire.position();
        }
        return false;
    }

    private void beginSteps() {
        section = Section.STEPS;
        scanned = true;
        feature.kind = Kind.NOT_SET;
        feature.count = 0;
        if (entry.values == 1) {
            stepsAt = entry.valueFrom;
            stepsEnd = entry.valueTo;
            stepsEntryAt = entry.to;
        } else {
            stepsAt = entry.from;
            stepsEnd = entry.from;
            stepsEntryAt = entry.from;
        }
        stepsEntryEnd = entry.to;
    }

    private boolean nextStep() {
        do {
            while (stepsAt < stepsEnd) {
                wire.window(stepsAt, stepsEnd);
                int tag = wire.readTag();
                if (tag == WireScanner.FIELD_1) {
                    int length = wire.readLength();
                    stepFrom = wire.position();
                    stepTo = stepFrom + length;
                    eventFrom = stepFrom;
                    stepsAt = stepTo;
                    depth = 3;
                    scanned = false;
                    return true;
                }
                wire.skip(tag, 3);
                stepsAt = wire.position();
            }
        } while (nextFeatureListBody());
        return false;
    }

    /**
     * Moves to the next value of the current entry. An entry can have several values, and protobuf joins their steps.
     */
    private boolean nextFeatureListBody() {
        while (stepsEntryAt < stepsEntryEnd) {
            wire.window(stepsEntryAt, stepsEntryEnd);
            int tag = wire.readTag();
            if (tag == WireScanner.FIELD_2) {
                int length = wire.readLength();
                stepsAt = wire.position();
                stepsEnd = stepsAt + length;
                stepsEntryAt = stepsEnd;
                return true;
            }
            wire.skip(tag, 2);
            stepsEntryAt = wire.position();
        }
        return false;
    }

    // ---------------------------------------------------------------- positions

    /** Returns the offset of the current event. This is the offset of the body of a map entry, or of a step. */
    public int offset() {
        return eventFrom - base;
    }

    /** Returns the offset of the key's text. The steps of a list have the key of the list. */
    public int keyOffset() {
        return entry.keyFrom - base;
    }

    /** Returns the number of bytes of the key. Returns 0 for the empty key, or if the entry has no key. */
    public int keySize() {
        return entry.keyTo - entry.keyFrom;
    }

    /** Returns whether the key equals these UTF-8 bytes. */
    public boolean keyEquals(Bytes utf8) {
        Argument.present(utf8, "utf8");
        int size = entry.keyTo - entry.keyFrom;
        if (utf8.size() != size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (utf8.get(i) != array[entry.keyFrom + i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the key as text. The strings of short keys are cached. */
    public String key() {
        return keyObject().text();
    }

    Key keyObject() {
        return KeyCache.of(array, entry.keyFrom, entry.keyTo);
    }

    /** Returns whether the cursor has passed the field {@code features} or {@code context}, even an empty one. */
    public boolean sawFeatures() {
        return sawFeatures;
    }

    /** Returns whether the cursor has passed the field {@code feature_lists}, even an empty one. */
    public boolean sawFeatureLists() {
        return sawLists;
    }

    // ---------------------------------------------------------------- the feature

    private FeatureScanner scan() {
        if (!scanned) {
            int messageDepth = depth + (section == Section.STEPS ? 1 : 2);
            try {
                if (section == Section.STEPS) {
                    feature.scanBody(stepFrom, stepTo, messageDepth);
                } else if (entry.values == 1) {
                    feature.scanBody(entry.valueFrom, entry.valueTo, messageDepth);
                } else {
                    feature.scanEntry(entry.from, entry.to, messageDepth);
                }
            } catch (WireException e) {
                throw new MalformedMessageException(messageName, e);
            }
            scanned = true;
        }
        return feature;
    }

    /**
     * Returns the kind of the current feature or step.
     *
     * @throws MalformedMessageException if the body of the feature or step is malformed. The other value methods throw
     *      this exception, too
     */
    public Kind kind() {
        return scan().kind;
    }

    /**
     * Returns the number of values of the current feature or step.
     *
     * @throws MalformedMessageException if the body of the feature or step is malformed
     */
    public int count() {
        return scan().count;
    }

    /** Copies all values of an int64_list or int32_list into {@code target}, starting at {@code index}. */
    public void copyLongs(long[] target, int index) {
        Argument.present(target, "target");
        FeatureScanner scan = scan();
        if (scan.kind == Kind.INT64) {
            Argument.part(index, scan.count, target.length, "target");
            scan.copyLongs(target, index);
        } else {
            copyWhole(decoded().longs(), target, index);
        }
    }

    /**
     * Copies all values of an int32_list or int64_list into {@code target}, starting at {@code index}. Throws {@link
     * FeatureException} and copies nothing if a value does not fit an int.
     */
    public void copyInts(int[] target, int index) {
        Argument.present(target, "target");
        FeatureScanner scan = scan();
        if (scan.kind == Kind.INT32) {
            Argument.part(index, scan.count, target.length, "target");
            scan.copyInts(target, index);
        } else {
            copyWhole(decoded().ints(), target, index);
        }
    }

    /**
     * Copies all values of a float_list or double_list into {@code target}, starting at {@code index}. Throws {@link
     * FeatureException} and copies nothing if a value is not exactly a float.
     */
    public void copyFloats(float[] target, int index) {
        Argument.present(target, "target");
        FeatureScanner scan = scan();
        if (scan.kind == Kind.FLOAT) {
            Argument.part(index, scan.count, target.length, "target");
            scan.copyFloats(target, index);
        } else {
            copyWhole(decoded().floats(), target, index);
        }
    }

    /** Copies all values of a double_list or float_list into {@code target}, starting at {@code index}. */
    public void copyDoubles(double[] target, int index) {
        Argument.present(target, "target");
        FeatureScanner scan = scan();
        if (scan.kind == Kind.DOUBLE) {
            Argument.part(index, scan.count, target.length, "target");
            scan.copyDoubles(target, index);
        } else {
            copyWhole(decoded().doubles(), target, index);
        }
    }

    /** Copies an array, whatever the type of its elements. */
    @SuppressWarnings("SuspiciousSystemArraycopy")
    private static void copyWhole(Object values, Object target, int index) {
        int count = Array.getLength(values);
        Argument.part(index, count, Array.getLength(target), "target");
        System.arraycopy(values, 0, target, index, count);
    }

    /** Returns the current feature with its key. {@link Feature} converts values of another width, or throws. */
    private Feature decoded() {
        return Decoder.ofRange(array, base, end - base).decoded(scan(), keyObject());
    }

    /** Copies the offset and the size of each value of a bytes_list into the two arrays, starting at {@code index}. */
    public void copyRanges(int[] offsets, int[] sizes, int index) {
        Argument.present(offsets, "offsets");
        Argument.present(sizes, "sizes");
        FeatureScanner scan = scan();
        if (scan.kind != Kind.BYTES) {
            throw decoded().otherKind(Feature.BYTES);
        }
        Argument.part(index, scan.count, offsets.length, "offsets");
        Argument.part(index, scan.count, sizes.length, "sizes");
        scan.copyRanges(offsets, sizes, index);
        if (base != 0) {
            for (int i = index; i < index + scan.count; i++) {
                offsets[i] -= base;
            }
        }
    }

    /** Copies {@code size} bytes of the message, starting at {@code offset}. */
    public void copyBytes(int offset, int size, byte[] target, int targetOffset) {
        Argument.present(target, "target");
        Argument.part(offset, size, end - base, "the message");
        Argument.part(targetOffset, size, target.length, "target");
        System.arraycopy(array, base + offset, target, targetOffset, size);
    }

    /** Returns the scan of the current feature, for {@link Decoder}. */
    FeatureScanner scanned() {
        return scan();
    }
}
