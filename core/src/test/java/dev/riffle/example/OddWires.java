package dev.riffle.example;

import dev.riffle.internal.Varints;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Creates messages with unusual but valid encodings, and damaged messages. Fields are missing, repeated, unknown or in
 * any order. A feature has lists of several kinds, a list is split into several fields, numbers are packed or not, and
 * varints are longer than necessary.
 */
public final class OddWires {

    private final Random random;
    private final RandomMessages values;

    public OddWires(Random random) {
        this.random = random;
        this.values = new RandomMessages(random);
    }

    public byte[] example(Dialect dialect) {
        return dialect.wraps() ? message(2, () -> field(1, features(dialect))) : features(dialect);
    }

    public byte[] sequenceExample() {
        return message(
                3,
                () -> random.nextBoolean()
                        ? field(1, features(Dialect.TENSORFLOW))
                        : field(
                                2,
                                message(
                                        3,
                                        () -> field(
                                                1,
                                                entry(() ->
                                                        message(4, () -> field(1, feature(Dialect.TENSORFLOW))))))));
    }

    /** Returns a damaged copy of the message: truncated, or with some bytes changed, inserted or removed. */
    public byte[] damaged(byte[] message) {
        if (message.length == 0) {
            return message;
        }
        int at = random.nextInt(message.length);
        byte[] copy = message.clone();
        switch (random.nextInt(5)) {
            case 0 -> {
                return Arrays.copyOf(message, at);
            }
            case 1 -> copy[at] ^= (byte) (1 << random.nextInt(8));
            case 2 -> copy[at] = (byte) random.nextInt();
            case 3 -> {
                copy = Arrays.copyOf(message, message.length + 1);
                System.arraycopy(message, at, copy, at + 1, message.length - at);
                copy[at] = (byte) random.nextInt();
            }
            default -> {
                System.arraycopy(message, at + 1, copy, at, message.length - at - 1);
                copy = Arrays.copyOf(copy, message.length - 1);
            }
        }
        return random.nextInt(3) == 0 ? damaged(copy) : copy;
    }

    private byte[] features(Dialect dialect) {
        return message(5, () -> field(1, entry(() -> feature(dialect))));
    }

    private byte[] entry(Supplier<byte[]> value) {
        byte[] key = field(1, values.name().getBytes(StandardCharsets.UTF_8));
        return switch (random.nextInt(8)) {
            case 0 -> join(field(2, value.get()), key);
            case 1 -> key;
            case 2 -> field(2, value.get());
            case 3 -> join(key, field(2, value.get()), field(2, value.get()));
            case 4 -> join(field(1, new byte[] {'z'}), unknown(3), field(2, value.get()), key);
            default -> join(key, field(2, value.get()));
        };
    }

    byte[] feature(Dialect dialect) {
        int kinds = dialect.kinds().size();
        int favourite = random.nextInt(kinds);
        return message(random.nextInt(3) == 0 ? 4 : 2, () -> {
            int which = random.nextInt(4) == 0 ? random.nextInt(kinds) : favourite;
            return field(which + 1, list(dialect.kinds().get(which)));
        });
    }

    private byte[] list(Kind kind) {
        return message(
                4,
                () -> random.nextInt(3) == 0 || kind == Kind.BYTES
                        ? single(kind)
                        : field(
                                1,
                                join(random.ints(random.nextInt(20))
                                        .mapToObj(i -> number(kind))
                                        .toArray(byte[][]::new))));
    }

    private byte[] single(Kind kind) {
        return switch (kind) {
            case BYTES -> field(1, values.bytes().toByteArray());
            case FLOAT -> join(varint(1 << 3 | 5), number(kind));
            case DOUBLE -> join(varint(1 << 3 | 1), number(kind));
            case INT64, INT32 -> join(varint(1 << 3), number(kind));
            case NOT_SET -> new byte[0];
        };
    }

    private byte[] number(Kind kind) {
        return switch (kind) {
            case FLOAT -> fixed(Float.floatToRawIntBits(values.floatValue()), 4);
            case DOUBLE -> fixed(Double.doubleToRawLongBits(values.doubleValue()), 8);
            case INT64, INT32, BYTES, NOT_SET -> varint(values.longValue());
        };
    }

    /**
     * Returns a message with at most {@code most} fields. Most of the fields come from the supplier, and the others are
     * unknown.
     */
    private byte[] message(int most, Supplier<byte[]> one) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            out.writeBytes(random.nextInt(10) == 0 ? unknown(3) : one.get());
        }
        return out.toByteArray();
    }

    private byte[] unknown(int depth) {
        int number = 6 + random.nextInt(1000);
        return switch (random.nextInt(depth == 0 ? 4 : 5)) {
            case 0 -> join(varint(number << 3), varint(random.nextLong()));
            case 1 -> join(varint(number << 3 | 1), fixed(random.nextLong(), 8));
            case 2 -> field(number, values.bytes().toByteArray());
            case 3 -> join(varint(number << 3 | 5), fixed(random.nextInt(), 4));
            default -> join(varint(number << 3 | 3), unknown(depth - 1), varint(number << 3 | 4));
        };
    }

    private byte[] field(int number, byte[] body) {
        return join(varint(number << 3 | 2), varint(body.length), body);
    }

    private static byte[] fixed(long value, int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (value >>> 8 * i);
        }
        return bytes;
    }

    private byte[] varint(long value) {
        byte[] bytes = new byte[Varints.MAX_SIZE];
        int end = Varints.write(bytes, 0, value);
        if (end < 4 && random.nextInt(30) == 0) {
            bytes[end - 1] |= (byte) 0x80;
            bytes[end++] = 0;
        }
        return Arrays.copyOf(bytes, end);
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
