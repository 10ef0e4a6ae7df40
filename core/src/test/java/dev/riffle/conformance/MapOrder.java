package dev.riffle.conformance;

import dev.riffle.internal.Varints;
import dev.riffle.internal.WireScanner;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Puts the entries of the maps in a serialized message into the order of their keys' bytes.
 *
 * <p>The conformance files were written by protobuf's Python implementation (upb), whose deterministic order has a slip:
 * of two keys of which one begins with the other it puts the longer one first. C++, Go and we put the shorter one first,
 * as the order of bytes has it. All else must be equal byte for byte.
 */
public final class MapOrder {

    private static final int FIELD_1 = 10;

    private MapOrder() {}

    /** The message with its top-level field 1 (and 2, for lists) sorted: an Example or a SequenceExample. */
    public static byte[] sortedInWrapper(byte[] message) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        WireScanner wire = new WireScanner();
        wire.reset(message, 0, message.length);
        while (!wire.atEnd()) {
            int tag = wire.readTag();
            int size = wire.readLength();
            byte[] body = Arrays.copyOfRange(message, wire.position(), wire.position() + size);
            wire.advance(size);
            writeField(out, tag, sorted(body));
        }
        return out.toByteArray();
    }

    /** The message with its own entries sorted: an OFRecord, or a Features. */
    public static byte[] sorted(byte[] message) {
        List<byte[]> entries = new ArrayList<>();
        WireScanner wire = new WireScanner();
        wire.reset(message, 0, message.length);
        while (!wire.atEnd()) {
            if (wire.readTag() != FIELD_1) {
                throw new IllegalArgumentException("known fields only");
            }
            int size = wire.readLength();
            entries.add(Arrays.copyOfRange(message, wire.position(), wire.position() + size));
            wire.advance(size);
        }
        entries.sort(Comparator.comparing(MapOrder::key, Arrays::compareUnsigned));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        entries.forEach(entry -> writeField(out, FIELD_1, entry));
        return out.toByteArray();
    }

    private static byte[] key(byte[] entry) {
        WireScanner wire = new WireScanner();
        wire.reset(entry, 0, entry.length);
        wire.readTag();
        int size = wire.readLength();
        return Arrays.copyOfRange(entry, wire.position(), wire.position() + size);
    }

    private static void writeField(ByteArrayOutputStream out, int tag, byte[] body) {
        byte[] header = new byte[2 * Varints.MAX_SIZE];
        int end = Varints.write(header, Varints.write(header, 0, tag), body.length);
        out.write(header, 0, end);
        out.writeBytes(body);
    }
}
