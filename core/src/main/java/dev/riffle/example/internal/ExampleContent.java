package dev.riffle.example.internal;

import dev.riffle.RecordFormat;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.MalformedMessageException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads payloads as Examples for comparisons that ignore the order of maps and the packing of lists. */
public final class ExampleContent {

    /** The tag of {@code features}, or of a feature in an OFRecord. It is the only field on the outermost level. */
    private static final int TAG = 0x0a;

    private ExampleContent() {}

    /** Returns the dialect of the messages in files of a format. */
    public static Dialect dialect(RecordFormat format) {
        return format.hasExamples() ? Dialect.TENSORFLOW : Dialect.ONEFLOW;
    }

    /**
     * Returns the Example, or null if the payload has another type. A SequenceExample also parses as an Example, but a
     * comparison of Examples would ignore its feature lists.
     */
    public static @Nullable Example of(byte[] payload, RecordFormat format) {
        if (!hasOnlyFeatures(payload)) {
            return null;
        }
        try {
            return Example.parse(payload, dialect(format));
        } catch (MalformedMessageException e) {
            return null;
        }
    }

    /** Returns one canonical form for all equal Examples. For other payloads, returns the payload itself. */
    public static ByteBuffer canonical(byte[] payload, RecordFormat format) {
        Example example = of(payload, format);
        if (example == null) {
            return ByteBuffer.wrap(payload);
        }
        try {
            return ByteBuffer.wrap(example.toByteArray(Dialect.TENSORFLOW));
        } catch (IllegalArgumentException kindsOfOneFlow) {
            return ByteBuffer.wrap(example.toByteArray(Dialect.ONEFLOW));
        }
    }

    private static boolean hasOnlyFeatures(byte[] payload) {
        int at = 0;
        while (at < payload.length) {
            if (payload[at++] != TAG) {
                return false;
            }
            long length = 0;
            int shift = 0;
            byte b;
            do {
                if (at == payload.length || shift >= Integer.SIZE) {
                    return false;
                }
                b = payload[at++];
                length |= (b & 0x7fL) << shift;
                shift += 7;
            } while (b < 0);
            if (length > payload.length - at) {
                return false;
            }
            at += (int) length;
        }
        return payload.length > 0;
    }
}
