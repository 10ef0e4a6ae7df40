package dev.riffle.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Byte strings for a person to read. */
public final class QuotedBytes {

    private static final int MOST_HEX_BYTES = 16;

    private QuotedBytes() {}

    /**
     * The bytes from index 0 to the limit: in quotes, with what does not print escaped, if they are text, and otherwise in
     * hexadecimal digits. The end of long ones is left out, without cutting a character.
     *
     * @param mostTextBytes how many bytes of a text are shown
     */
    public static String excerpt(ByteBuffer all, int mostTextBytes) {
        byte[] bytes = new byte[Math.min(all.limit(), mostTextBytes)];
        all.get(0, bytes);
        int end = all.limit() > bytes.length ? sequenceBegin(all, bytes.length) : bytes.length;
        String shown = new String(bytes, 0, end, StandardCharsets.UTF_8);
        String excerpt;
        if (Utf8.isValid(bytes, 0, end) && shown.codePoints().allMatch(QuotedBytes::isPrintable)) {
            excerpt = '"' + escape(shown) + '"';
        } else {
            end = Math.min(end, MOST_HEX_BYTES);
            excerpt = "0x" + HexFormat.of().formatHex(bytes, 0, end);
        }
        return end < all.limit() ? excerpt + "..." : excerpt;
    }

    /** Where the UTF-8 sequence begins that {@code at} lies in, so that none is cut; {@code at} itself if that is no text. */
    private static int sequenceBegin(ByteBuffer bytes, int at) {
        for (int begin = at; begin > Math.max(at - 4, 0); begin--) {
            if ((bytes.get(begin) & 0xc0) != 0x80) {
                return begin;
            }
        }
        return at;
    }

    private static boolean isPrintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL -> codePoint == '\n' || codePoint == '\r' || codePoint == '\t';
            case Character.UNASSIGNED, Character.PRIVATE_USE, Character.FORMAT -> false;
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    private static String escape(String text) {
        return text.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n")
                .replace("\r", "\\r")
                .replace("\t", "\\t");
    }
}
