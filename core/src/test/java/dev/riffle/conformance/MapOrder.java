package dev.riffle.conformance;

import dev.riffle.internal.Varints;
import dev.riffle.internal.WireScanner;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Sorts the map entries of a serialized message by the bytes of their keys.
 *
 * <p>Protobuf's Python implementation (upb) wrote the conformance files. Its deterministic order has an error. If one
 * key is a prefix of another key, it puts the longer key first. C++, Go and Riffle put the shorter key first, which is
 * the order of bytes. All other bytes must be equal.
 */
public final class MapOrder {

    private static final int FIELD_1 = 10;

    private MapOrder() {}

    /**
     * Returns an Example or a SequenceExample whose top-level field 1 is sorted. In a SequenceExample, field 2 is
     * sorted too.
     */
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

    /** Returns an OFRecord or a Features message with its entries sorted. */
    public static byte[] sorted(byte[] message) {
        List<byte[]> entries = new ArrayList<>();
        WireScanner wire = new WireScanner();
        wire.reset(message, 0, message.length);
        while (!wire.atEnd()) {
            if (wire.readTag() != FIELD_1) {
                throw new IllegalArgumentException("expected known fields only");
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
