package dev.riffle.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Checks and encodes strict UTF-8. Malformed bytes are an error instead of being replaced. Source of the rules: RFC
 * 3629.
 */
public final class Utf8 {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long HIGH_BITS = 0x8080808080808080L;

    private Utf8() {}

    /**
     * Returns whether the bytes from {@code from} to {@code to} are well-formed. Overlong forms and surrogates are
     * malformed.
     */
    public static boolean isValid(byte[] bytes, int from, int to) {
        return invalidAt(bytes, from, to) < 0;
    }

    /** Returns the index in the array of the first malformed sequence, or -1 if all bytes are well-formed. */
    public static int invalidAt(byte[] bytes, int from, int to) {
        int at = asciiEnd(bytes, from, to);
        while (at < to) {
            int size = sequence(bytes, at, to);
            if (size == 0) {
                return at;
            }
            at += size;
        }
        return -1;
    }

    /** Returns the index of the first byte that is not ASCII, or {@code to} if all bytes are ASCII. */
    public static int asciiEnd(byte[] bytes, int from, int to) {
        int at = from;
        while (at <= to - Long.BYTES && ((long) LONGS.get(bytes, at) & HIGH_BITS) == 0) {
            at += Long.BYTES;
        }
        while (at < to && bytes[at] >= 0) {
            at++;
        }
        return at;
    }

    /** Returns the number of bytes of the sequence at {@code at}, or 0 if the sequence is malformed. */
    private static int sequence(byte[] bytes, int at, int to) {
        int first = bytes[at];
        if (first >= 0) {
            return 1;
        }
        if (first < (byte) 0xe0) {
            return first >= (byte) 0xc2 && continues(bytes, at + 1, to) ? 2 : 0;
        }
        if (at + 1 >= to) {
            return 0;
        }
        int second = bytes[at + 1] & 0xff;
        if (first < (byte) 0xf0) {
            int low = first == (byte) 0xe0 ? 0xa0 : 0x80;
            int high = first == (byte) 0xed ? 0x9f : 0xbf;
            return second >= low && second <= high && continues(bytes, at + 2, to) ? 3 : 0;
        }
        int low = first == (byte) 0xf0 ? 0x90 : 0x80;
        int high = first == (byte) 0xf4 ? 0x8f : 0xbf;
        return first <= (byte) 0xf4
                        && second >= low
                        && second <= high
                        && continues(bytes, at + 2, to)
                        && continues(bytes, at + 3, to)
                ? 4
                : 0;
    }

    private static boolean continues(byte[] bytes, int at, int to) {
        return at < to && bytes[at] < (byte) 0xc0;
    }

    /**
     * Returns the UTF-8 form of {@code text}.
     *
     * @throws IllegalArgumentException if the text has an unpaired surrogate, because it has no UTF-8 form
     */
    public static byte[] encode(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        // The JDK writes a question mark for an unpaired surrogate. So the check is necessary only if the bytes contain
        // a question mark.
        for (byte b : bytes) {
            if (b == '?') {
                checkSurrogates(text);
                return bytes;
            }
        }
        return bytes;
    }

    /**
     * Compares two texts by their code points. For texts with a UTF-8 form, this is the order of their bytes. Names of
     * files can have unpaired surrogates, so their order must not need the bytes.
     */
    public static int compare(String first, String second) {
        int common = Math.min(first.length(), second.length());
        for (int i = 0; i < common; i++) {
            char a = first.charAt(i);
            char b = second.charAt(i);
            if (a != b) {
                return order(a) - order(b);
            }
        }
        return first.length() - second.length();
    }

    /** Returns a number that puts surrogates, the units of the highest code points, after all other units. */
    private static int order(char unit) {
        return Character.isSurrogate(unit) ? unit + 0x10000 : unit;
    }

    private static void checkSurrogates(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT, "text has no UTF-8 form: unpaired surrogate U+%04X at index %d", (int) c, i));
            }
        }
    }
}
