package dev.riffle.example.internal;

import dev.riffle.RecordFormat;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.MalformedMessageException;
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
    private final String expected;
    private byte[] scratch = {};

    public OtherMessages(RecordFormat format) {
        this.format = format;
        List<PayloadKind> kinds = switch (format) {
            case TFRECORD -> List.of(PayloadKind.EXAMPLE, PayloadKind.SEQUENCE_EXAMPLE);
            case OFRECORD -> List.of(PayloadKind.OFRECORD);
        };
        kinds.forEach(kind -> readable.add(new Readable(kind, kind.cursor())));
        this.expected =
                String.join(" or ", kinds.stream().map(PayloadKind::description).toList());
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

    /** Returns the expected and the found content. Empty if the payload can be a message with features. */
    public Optional<String> problem(ByteBuffer payload) {
        Optional<PayloadKind> found = Optional.empty();
        for (Readable type : readable) {
            Optional<PayloadKind> misread = type.kind.misread(payload, type.cursor);
            if (misread.isEmpty()) {
                return Optional.empty();
            }
            found = found.or(() -> misread);
        }
        return found.map(kind -> "expected " + expected + ", found " + kind.description());
    }

    /** Returns the error of a payload that does not parse, and the type that the payload resembles. */
    public String problem(ByteBuffer payload, MalformedMessageException e) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(payload.position(), bytes);
        return e.getMessage() + "; the payload looks like "
                + PayloadKind.of(bytes, format).description();
    }
}
