package dev.riffle.example.internal;

import dev.riffle.RecordFormat;
import dev.riffle.example.ExampleCursor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Detects records whose payload is not a message with features. Such a payload often parses as a message without the
 * requested feature. Without this check, the record would count as a record without the feature. One thread at a time
 * may use an object.
 */
public final class OtherMessages {

    private record Readable(PayloadKind kind, ExampleCursor cursor) {}

    private final RecordFormat format;
    private final List<Readable> readable = new ArrayList<>();
    private byte[] scratch = {};

    public OtherMessages(RecordFormat format) {
        this.format = format;
        List<PayloadKind> kinds = format.hasExamples()
                ? List.of(PayloadKind.EXAMPLE, PayloadKind.SEQUENCE_EXAMPLE)
                : List.of(PayloadKind.OFRECORD);
        kinds.forEach(kind -> readable.add(new Readable(kind, kind.cursor())));
    }

    /**
     * Returns a payload in memory that cursors read in place. Several cursors thus need only one copy of a large
     * record. The buffer is valid until the next call.
     */
    public ByteBuffer inPlace(ByteBuffer payload) {
        int size = payload.remaining();
        if (scratch.length < size) {
            scratch = new byte[Math.max(size, Math.min(scratch.length, 1 << 30) * 2)];
        }
        payload.get(payload.position(), scratch, 0, size);
        return ByteBuffer.wrap(scratch, 0, size);
    }

    /**
     * Returns the {@linkplain PayloadKind#insteadOf sentence} about a payload of another type. Empty if the payload can
     * be a message with features.
     */
    public Optional<String> problem(ByteBuffer payload) {
        for (Readable type : readable) {
            if (type.kind.misread(payload, type.cursor).isEmpty()) {
                return Optional.empty();
            }
        }
        return Optional.of(sentence(payload));
    }

    /** Returns the sentence about a payload that does not parse. */
    public String sentence(ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(payload.position(), bytes);
        return PayloadKind.of(bytes, format).insteadOf(PayloadKind.exampleIn(format), bytes);
    }
}
