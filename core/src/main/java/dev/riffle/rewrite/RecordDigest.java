package dev.riffle.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.example.Dialect;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.internal.Sha256;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.List;

/** Computes the first 128 bits of the SHA-256 of a payload or of some features. */
final class RecordDigest {

    private static final int PIECE_BYTES = 8 << 10;

    private final List<Bytes> names;
    private final MessageDigest digest;
    private final ExampleCursor cursor;
    private final byte[][] values;
    private final byte[] result = new byte[32];
    private int[] offsets = new int[1];
    private int[] sizes = new int[1];

    /** Creates a digest of the features with these names. Without names, the digest covers the complete payload. */
    RecordDigest(List<String> names, RecordFormat format) {
        this.names = names.stream().map(Bytes::ofUtf8).toList();
        this.cursor = ExampleCursor.ofExamples(format == RecordFormat.OFRECORD ? Dialect.ONEFLOW : Dialect.TENSORFLOW);
        this.values = new byte[names.size()][];
        this.digest = Sha256.digest();
    }

    /** Digests a record. Returns false if the record does not have all features. */
    boolean take(ByteBuffer payload) {
        if (names.isEmpty()) {
            digest.update(payload);
            finish();
            return true;
        }
        return takeKey(payload);
    }

    /**
     * Digests the values of each feature separately. Features can have any order, and if a name occurs twice, only the
     * last feature counts.
     */
    private boolean takeKey(ByteBuffer payload) {
        boolean[] present = new boolean[values.length];
        cursor.reset(payload);
        while (cursor.next() != ExampleCursor.Event.END) {
            for (int i = 0; i < values.length; i++) {
                if (cursor.keyEquals(names.get(i))) {
                    present[i] = cursor.kind() != Kind.NOT_SET;
                    values[i] = valueDigest();
                }
            }
        }
        for (int i = 0; i < values.length; i++) {
            if (!present[i]) {
                return false;
            }
        }
        for (byte[] value : values) {
            digest.update(value);
        }
        finish();
        return true;
    }

    private byte[] valueDigest() {
        int count = cursor.count();
        digest.update((byte) cursor.kind().ordinal());
        switch (cursor.kind()) {
            case NOT_SET -> {}
            case INT64 -> {
                long[] numbers = new long[count];
                cursor.copyLongs(numbers, 0);
                ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);
                for (long number : numbers) {
                    digest.update(bytes.putLong(0, number).array());
                }
            }
            case INT32 -> {
                int[] numbers = new int[count];
                cursor.copyInts(numbers, 0);
                update(numbers);
            }
            case FLOAT -> {
                float[] numbers = new float[count];
                cursor.copyFloats(numbers, 0);
                ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES);
                for (float number : numbers) {
                    digest.update(
                            bytes.putInt(0, Float.floatToRawIntBits(number)).array());
                }
            }
            case DOUBLE -> {
                double[] numbers = new double[count];
                cursor.copyDoubles(numbers, 0);
                ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES);
                for (double number : numbers) {
                    digest.update(
                            bytes.putLong(0, Double.doubleToRawLongBits(number)).array());
                }
            }
            case BYTES -> updateStrings(count);
        }
        return digest.digest();
    }

    private void updateStrings(int count) {
        if (offsets.length < count) {
            offsets = new int[count];
            sizes = new int[count];
        }
        cursor.copyRanges(offsets, sizes, 0);
        byte[] piece = new byte[PIECE_BYTES];
        for (int i = 0; i < count; i++) {
            // The size before each value distinguishes "a", "bc" from "ab", "c".
            update(sizes[i]);
            for (int done = 0; done < sizes[i]; done += PIECE_BYTES) {
                int size = Math.min(PIECE_BYTES, sizes[i] - done);
                cursor.copyBytes(offsets[i] + done, size, piece, 0);
                digest.update(piece, 0, size);
            }
        }
    }

    private void update(int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES);
        for (int number : numbers) {
            digest.update(bytes.putInt(0, number).array());
        }
    }

    private void finish() {
        try {
            digest.digest(result, 0, result.length);
        } catch (DigestException e) {
            throw new IllegalStateException("a SHA-256 digest must have 32 bytes", e);
        }
    }

    long high() {
        return ByteBuffer.wrap(result).order(ByteOrder.BIG_ENDIAN).getLong(0);
    }

    long low() {
        return ByteBuffer.wrap(result).order(ByteOrder.BIG_ENDIAN).getLong(8);
    }
}
