package dev.riffle.example.internal;

import dev.riffle.example.Example;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Encodes messages of types other than Example, SequenceExample and OFRecord. */
public final class ForeignMessages {

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH_DELIMITED = 2;
    private static final int FIXED32 = 5;

    private ForeignMessages() {}

    /** Returns an ExampleListWithContext with two documents and a query. */
    public static byte[] exampleListWithContext(int query) {
        return join(
                exampleList(query),
                field(
                        2,
                        Example.builder()
                                .put("query_tokens", "what", "is", "number" + query)
                                .build()
                                .toByteArray()));
    }

    /** Returns an ExampleList: an ExampleListWithContext without context. */
    public static byte[] exampleList(int query) {
        return join(field(1, document(query, 1)), field(1, document(query, 0)));
    }

    private static byte[] document(int query, long relevance) {
        return Example.builder()
                .put("relevance", relevance)
                .put("document_tokens", "answer", "to" + query)
                .build()
                .toByteArray();
    }

    /** Returns a message as genomics tools write it for a line of a SAM file. It has no field 1. */
    public static byte[] sam(int number) {
        byte[] position = join(field(2, "chr20"), varint(3, 10_000_000L + number), varint(4, 1));
        return join(
                field(4, "read-" + number),
                varint(5, 1),
                varint(7, 101),
                field(11, join(field(1, position), varint(2, 60), field(3, join(varint(1, 1), varint(2, 101))))),
                field(14, "ACGTACGTTTGA"),
                field(15, new byte[] {30, 31, 32, 33}),
                field(17, join(field(1, "AS"), field(2, field(1, varint(2, 99))))));
    }

    /** Returns a message as genomics tools write it for a line of a VCF file. It has no field 1. */
    public static byte[] variant(int number) {
        return join(
                field(3, "rs" + number),
                field(6, "TAC"),
                field(7, "T"),
                fixed64(8, Double.doubleToRawLongBits(1269.79)),
                field(9, "PASS"),
                field(10, join(field(1, "DP"), field(2, field(1, varint(4, 32))))),
                varint(13, 1_000_000L + number),
                field(14, "chr20"),
                varint(16, 999_997L + number));
    }

    /**
     * Returns a message whose field 1 parses as a feature without a kind. The other fields are unknown in Examples.
     */
    public static byte[] position(int number) {
        return join(field(1, field(1, field(1, "chr" + number))), varint(2, number), field(3, "forward"));
    }

    /** Returns the first message of an event file of TensorBoard. */
    public static byte[] eventVersion() {
        return join(wallTime(1.7e9), field(3, "brain.Event:2"));
    }

    /** Returns a TensorBoard event of a step with a summary of some values. */
    public static byte[] event(long step, byte[]... values) {
        byte[] summary = {};
        for (byte[] value : values) {
            summary = join(summary, field(1, value));
        }
        return join(wallTime(1.7e9 + step), varint(2, step), field(5, summary));
    }

    /** Returns the field of an event with the time in seconds since 1970. */
    public static byte[] wallTime(double seconds) {
        return fixed64(1, Double.doubleToRawLongBits(seconds));
    }

    /** Returns a value of a summary, in the form of TensorFlow 1 and PyTorch. */
    public static byte[] scalar(String tag, float value) {
        return join(field(1, tag), fixed32(2, Float.floatToRawIntBits(value)));
    }

    /** Returns a length-delimited field. */
    public static byte[] field(int number, byte[] content) {
        return join(number((long) number << 3 | LENGTH_DELIMITED), number(content.length), content);
    }

    /** Returns a length-delimited field that contains the UTF-8 bytes of a string. */
    public static byte[] field(int number, String content) {
        return field(number, content.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a varint field. */
    public static byte[] varint(int number, long value) {
        return join(number((long) number << 3 | VARINT), number(value));
    }

    /** Returns a field of four bytes. */
    public static byte[] fixed32(int number, int value) {
        byte[] bytes = new byte[Integer.BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (value >>> 8 * i);
        }
        return join(number((long) number << 3 | FIXED32), bytes);
    }

    /** Returns a field of eight bytes. */
    public static byte[] fixed64(int number, long value) {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (value >>> 8 * i);
        }
        return join(number((long) number << 3 | FIXED64), bytes);
    }

    private static byte[] number(long value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes.write((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
        return bytes.toByteArray();
    }

    /** Returns the bytes of all parts, one after the other. */
    public static byte[] join(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }
}
