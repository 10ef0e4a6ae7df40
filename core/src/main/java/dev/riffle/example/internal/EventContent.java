package dev.riffle.example.internal;

import dev.riffle.internal.Lengths;
import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.WireException;
import dev.riffle.internal.WireScanner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Detects TensorFlow's {@code tf.Event}, the message of TensorBoard's event files. Source of the fields: {@code
 * tensorflow/core/util/event.proto} and {@code tensorflow/core/framework/summary.proto}.
 *
 * <p>A payload is an event if each field has a number and a wire type of the event or of its summary. In addition, the
 * payload must have a sign that other messages lack. This sign is the version of an event file, a value with a tag, or
 * a time after 1973 next to other content.
 */
final class EventContent {

    private static final int WALL_TIME = 1 << 3 | WireScanner.FIXED64;
    private static final int STEP = 2 << 3 | WireScanner.VARINT;
    private static final int FILE_VERSION = 3 << 3 | WireScanner.LENGTH_DELIMITED;
    private static final int SUMMARY = 5 << 3 | WireScanner.LENGTH_DELIMITED;
    private static final int LAST_CONTENT = 9;
    private static final int SOURCE_METADATA = 10 << 3 | WireScanner.LENGTH_DELIMITED;

    private static final int SUMMARY_VALUE = 1 << 3 | WireScanner.LENGTH_DELIMITED;
    private static final int TAG = 1 << 3 | WireScanner.LENGTH_DELIMITED;
    private static final int SIMPLE_VALUE = 2 << 3 | WireScanner.FIXED32;
    private static final int LAST_OF_VALUE = 9;

    private static final byte[] VERSION = "brain.Event:".getBytes(StandardCharsets.US_ASCII);

    /** Times in seconds since 1970. Numbers of other messages are seldom in this range. */
    private static final double EARLIEST = 1e8;

    private static final double LATEST = 1e11;

    private final byte[] payload;
    private final WireScanner wire = new WireScanner();
    private boolean hasTime;
    private boolean hasPossibleTime;
    private boolean hasContent;
    private boolean hasVersion;
    private boolean hasTag;

    private EventContent(byte[] payload) {
        this.payload = payload;
    }

    static boolean isEvent(byte[] payload) {
        EventContent event = new EventContent(payload);
        event.wire.reset(payload, 0, payload.length);
        try {
            return event.hasOnly(event::scanField)
                    && (event.hasVersion
                            || event.hasTime && event.hasContent && (event.hasTag || event.hasPossibleTime));
        } catch (WireException e) {
            return false;
        }
    }

    /** Scans the fields up to the limit. Returns false at the first field that the message does not have. */
    private boolean hasOnly(IntPredicate known) {
        while (!wire.atEnd()) {
            if (!known.test(wire.readTag())) {
                return false;
            }
        }
        return true;
    }

    /** Scans the fields of the message with the length that is next. */
    private boolean hasOnlyInside(IntPredicate known) {
        int limit = wire.limit();
        int size = wire.readLength();
        int end = wire.position() + size;
        wire.window(wire.position(), end);
        boolean isKnown = hasOnly(known);
        wire.window(end, limit);
        return isKnown;
    }

    private boolean scanField(int tag) {
        int from = wire.position();
        if (tag == SUMMARY) {
            hasContent = true;
            return hasOnlyInside(field -> field == SUMMARY_VALUE && hasOnlyInside(this::scanValueField));
        }
        wire.skip(tag, 0);
        if (tag == WALL_TIME) {
            double time = Double.longBitsToDouble(LittleEndian.getLong(payload, from));
            hasTime = true;
            hasPossibleTime = time >= EARLIEST && time <= LATEST;
            return true;
        }
        if (tag == STEP || tag == SOURCE_METADATA) {
            return true;
        }
        hasContent = true;
        if (tag == FILE_VERSION) {
            hasVersion = isVersion(from, wire.position());
            return hasVersion;
        }
        return isBytes(tag) && tag >>> 3 > FILE_VERSION >>> 3 && tag >>> 3 <= LAST_CONTENT;
    }

    private boolean scanValueField(int tag) {
        hasTag |= tag == TAG;
        wire.skip(tag, 0);
        return tag == SIMPLE_VALUE || isBytes(tag) && tag >>> 3 != SIMPLE_VALUE >>> 3 && tag >>> 3 <= LAST_OF_VALUE;
    }

    private static boolean isBytes(int tag) {
        return (tag & 7) == WireScanner.LENGTH_DELIMITED;
    }

    /** Returns whether a text is a version. The range begins with the length of the text. */
    private boolean isVersion(int from, int to) {
        int begin = Lengths.bodyBegin(payload, from);
        return to - begin > VERSION.length
                && Arrays.equals(payload, begin, begin + VERSION.length, VERSION, 0, VERSION.length);
    }
}
