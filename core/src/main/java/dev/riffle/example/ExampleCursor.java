package dev.riffle.example;

import dev.riffle.internal.WireException;
import dev.riffle.internal.WireScanner;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Walks over the bytes of Examples, SequenceExamples and OFRecords without making objects: for code that reads millions
 * of messages and wants a few values of each. {@link Example} and {@link SequenceExample} sit above it, for everybody
 * else.
 *
 * <p>One cursor serves many messages: {@code reset} it to each, then call {@link #next()} until {@link Event#END}. Behind
 * an event its {@link #offset()} and key are known. What a feature holds is looked at when first asked for: until then a
 * feature may have a malformed body, which {@link #kind()} and its siblings report.
 *
 * <p>Events come in the order of the bytes. A key may come several times: the last one counts, as for protobuf. Inside
 * one feature the rules of protobuf are applied: lists of one kind are joined, a list of another kind replaces what was
 * before it, single and packed numbers mix, unknown fields are skipped. All offsets count bytes from the beginning of the
 * message. Malformed bytes raise {@link MalformedMessageException}; the cursor must then be reset. One thread at a time.
 */
public final class ExampleCursor {

    /** What the cursor has come to. */
    public enum Event {
        /** A named feature: of an Example or OFRecord, or in the context of a SequenceExample. */
        FEATURE,
        /** A named feature list of a SequenceExample; its steps follow. */
        FEATURE_LIST,
        /** A step of the feature list before it: a feature without a name of its own. */
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

    private static final int FIELD_1 = 1 << 3 | WireScanner.LENGTH_DELIMITED;
    private static final int FIELD_2 = 2 << 3 | WireScanner.LENGTH_DELIMITED;

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

    /** A cursor over Examples or, in the dialect {@link Dialect#ONEFLOW}, OFRecords. */
    public static ExampleCursor ofExamples(Dialect dialect) {
        return new ExampleCursor(dialect.messageName(), dialect, false);
    }

    /** A cursor over SequenceExamples. */
    public static ExampleCursor ofSequenceExamples() {
        return new ExampleCursor("SequenceExample", Dialect.TENSORFLOW, true);
    }

    /** Starts over at a message in an array, which is read in place and must stay as it is until the next reset. */
    public ExampleCursor reset(byte[] bytes) {
        return start(bytes, 0, bytes.length);
    }

    /**
     * Starts over at what a buffer has between position and limit, which stay. A writable heap buffer is read in place and
     * must stay as it is until the next reset; others are copied into memory that the cursor keeps and reuses.
     */
    public ExampleCursor reset(ByteBuffer bytes) {
        int size = bytes.remaining();
        if (bytes.hasArray()) {
            return start(bytes.array(), bytes.arrayOffset() + bytes.position(), size);
        }
        bytes.get(bytes.position(), room(size), 0, size);
        return start(scratch, 0, size);
    }

    /** Starts over at a message, which is copied into memory that the cursor keeps and reuses. */
    public ExampleCursor reset(Bytes bytes) {
        int size = bytes.size();
        bytes.copyTo(0, room(size), 0, size);
        return start(scratch, 0, size);
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

    // ---------------------------------------------------------------- walking

    /**
     * Moves on.
     *
     * @throws MalformedMessageException if the bytes are not the message
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
            if (tag == FIELD_1 || (tag == FIELD_2 && sequence)) {
                int length = wire.readLength();
                int from = wire.position();
                at = from + length;
                sawFeatures |= tag == FIELD_1;
                sawLists |= tag == FIELD_2;
                enter(tag == FIELD_1 ? Section.FEATURES : Section.LISTS, from, at, 1);
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
            if (tag == FIELD_1) {
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
                if (tag == FIELD_1) {
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

    /** Moves to the next of several values of one entry, whose steps protobuf joins. */
    private boolean nextFeatureListBody() {
        while (stepsEntryAt < stepsEntryEnd) {
            wire.window(stepsEntryAt, stepsEntryEnd);
            int tag = wire.readTag();
            if (tag == FIELD_2) {
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

    // ---------------------------------------------------------------- where

    /** Where the current event begins: the body of an entry of the map, or that of a step. */
    public int offset() {
        return eventFrom - base;
    }

    /** Where the key's text begins. The key of a list holds for its steps too. */
    public int keyOffset() {
        return entry.keyFrom - base;
    }

    /** How many bytes the key has; 0 for the empty key, also where the entry has none. */
    public int keySize() {
        return entry.keyTo - entry.keyFrom;
    }

    /** Whether the key is just these bytes of UTF-8. */
    public boolean keyEquals(Bytes utf8) {
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

    /** The key as text; the strings of short keys are reused. */
    public String key() {
        return keyObject().text();
    }

    Key keyObject() {
        return KeyCache.of(array, entry.keyFrom, entry.keyTo);
    }

    /** Whether the field {@code features} (or {@code context}) was come across so far, be it empty. */
    public boolean sawFeatures() {
        return sawFeatures;
    }

    /** Whether the field {@code feature_lists} was come across so far, be it empty. */
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
     * The kind of the current feature or step.
     *
     * @throws MalformedMessageException if its body is malformed; so do the other methods that ask for values
     */
    public Kind kind() {
        return scan().kind;
    }

    /** How many values the current feature or step has. */
    public int count() {
        return scan().count;
    }

    /** Copies all values of an int64_list into {@code target} from {@code index} on. */
    public void copyLongs(long[] target, int index) {
        scanOf(Kind.INT64).copyLongs(target, index);
    }

    /** Copies all values of an int32_list into {@code target} from {@code index} on. */
    public void copyInts(int[] target, int index) {
        scanOf(Kind.INT32).copyInts(target, index);
    }

    /** Copies all values of a float_list into {@code target} from {@code index} on. */
    public void copyFloats(float[] target, int index) {
        scanOf(Kind.FLOAT).copyFloats(target, index);
    }

    /** Copies all values of a double_list into {@code target} from {@code index} on. */
    public void copyDoubles(double[] target, int index) {
        scanOf(Kind.DOUBLE).copyDoubles(target, index);
    }

    /** Copies offset and size of each value of a bytes_list into the two arrays from {@code index} on. */
    public void copyRanges(int[] offsets, int[] sizes, int index) {
        FeatureScanner scan = scanOf(Kind.BYTES);
        scan.copyRanges(offsets, sizes, index);
        if (base != 0) {
            for (int i = index; i < index + scan.count; i++) {
                offsets[i] -= base;
            }
        }
    }

    /** Copies {@code size} bytes of the message from {@code offset} on. */
    public void copyBytes(int offset, int size, byte[] target, int targetOffset) {
        Objects.checkFromIndexSize(offset, size, end - base);
        System.arraycopy(array, base + offset, target, targetOffset, size);
    }

    private FeatureScanner scanOf(Kind kind) {
        FeatureScanner scan = scan();
        if (scan.kind != kind) {
            throw new IllegalStateException("asked for " + kind.article() + ", but there is " + scan.kind.article());
        }
        return scan;
    }

    /** The scan of the current feature, for the decoder next door. */
    FeatureScanner scanned() {
        return scan();
    }
}
