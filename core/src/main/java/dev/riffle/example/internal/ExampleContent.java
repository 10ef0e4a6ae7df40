package dev.riffle.example.internal;

import dev.riffle.RecordFormat;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.MalformedMessageException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads payloads as Examples for comparisons that ignore the order of maps and the packing of lists. */
public final class ExampleContent {

    private ExampleContent() {}

    public static Dialect dialect(RecordFormat format) {
        return format == RecordFormat.OFRECORD ? Dialect.ONEFLOW : Dialect.TENSORFLOW;
    }

    /**
     * Returns the Example, or null if the payload has another type. A SequenceExample also parses as an Example, but a
     * comparison of Examples would ignore its feature lists.
     */
    public static @Nullable Example of(byte[] payload, RecordFormat format) {
        if (payload.length == 0 || !MessageContent.hasOnlyFeatures(payload)) {
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
}
