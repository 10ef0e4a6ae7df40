package dev.riffle.io;

import java.io.ByteArrayInputStream;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** Creates different kinds of bytes for tests. Equal arguments create equal bytes. */
public final class SampleBytes {

    private SampleBytes() {}

    /** Returns incompressible bytes. */
    public static byte[] random(int size, long seed) {
        byte[] bytes = new byte[size];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** Returns lines of text with small differences, like those of a log. */
    public static byte[] text(int size) {
        StringBuilder text = new StringBuilder(size + 64);
        for (int line = 0; text.length() < size; line++) {
            text.append("observation ")
                    .append(line * 7919 % 1000)
                    .append(": the penguin weighs ")
                    .append(line);
            text.append(" g\n");
        }
        return Arrays.copyOf(text.toString().getBytes(StandardCharsets.US_ASCII), size);
    }

    /** Returns an array that repeats one byte. */
    public static byte[] repeated(int size) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) 'r');
        return bytes;
    }

    /** Returns alternating ranges of random and repeated bytes. No buffer size is a multiple of their length. */
    public static byte[] alternating(int size) {
        byte[] bytes = random(size, 42);
        for (int from = 0; from < size; from += 2 * 4099) {
            Arrays.fill(bytes, from, Math.min(size, from + 4099), (byte) from);
        }
        return bytes;
    }

    /** Returns the concatenation of all arrays. */
    public static byte[] concatenated(byte[]... parts) {
        int size = 0;
        for (byte[] part : parts) {
            size += part.length;
        }
        byte[] whole = new byte[size];
        int to = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, whole, to, part.length);
            to += part.length;
        }
        return whole;
    }

    /** Returns a copy with one flipped bit. Bits count from the lowest bit of the first byte. */
    public static byte[] flipped(byte[] bytes, int bit) {
        byte[] flipped = bytes.clone();
        flipped[bit / 8] ^= (byte) (1 << bit % 8);
        return flipped;
    }

    /** Returns a channel that reads this array. */
    public static ReadableByteChannel channel(byte[] bytes) {
        return Channels.newChannel(new ByteArrayInputStream(bytes));
    }
}
