package dev.riffle.example.internal;

import dev.riffle.internal.WireException;
import dev.riffle.internal.WireScanner;
import dev.riffle.io.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The Examples of an ExampleListWithContext, and their common context. An ExampleList is such a message without a
 * context. Source of the fields: {@code tensorflow_serving/apis/input.proto}.
 *
 * @param examples the serialized Examples, in their stored order
 * @param context the serialized context, if the message has one
 */
public record ExampleLists(List<Bytes> examples, Optional<Bytes> context) {

    private static final int EXAMPLES = 1 << 3 | WireScanner.LENGTH_DELIMITED;
    private static final int CONTEXT = 2 << 3 | WireScanner.LENGTH_DELIMITED;

    /** Reads a copy of a payload; see {@link #parse(byte[])}. Does not move the position of the buffer. */
    public static ExampleLists parse(ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(payload.position(), bytes);
        return parse(bytes);
    }

    /**
     * Reads a payload. Does not read the Examples and the context inside, and does not copy the Examples.
     *
     * @throws WireException if the payload is not a protobuf message
     */
    public static ExampleLists parse(byte[] payload) {
        Bytes message = Bytes.ofOwned(payload);
        List<Bytes> examples = new ArrayList<>();
        ByteArrayOutputStream context = new ByteArrayOutputStream();
        boolean hasContext = false;
        WireScanner wire = new WireScanner();
        wire.reset(payload, 0, payload.length);
        while (!wire.atEnd()) {
            int tag = wire.readTag();
            if (tag != EXAMPLES && tag != CONTEXT) {
                wire.skip(tag, 0);
                continue;
            }
            int size = wire.readLength();
            Bytes part = message.slice(wire.position(), wire.position() + size);
            wire.advance(size);
            if (tag == EXAMPLES) {
                examples.add(part);
            } else {
                // Protobuf merges several contexts. Their bytes in sequence are the merged message.
                context.writeBytes(part.toByteArray());
                hasContext = true;
            }
        }
        return new ExampleLists(
                examples, hasContext ? Optional.of(Bytes.ofOwned(context.toByteArray())) : Optional.empty());
    }

    /** Returns the examples, then the context if the message has one. */
    List<Bytes> all() {
        List<Bytes> all = new ArrayList<>(examples);
        context.ifPresent(all::add);
        return all;
    }
}
