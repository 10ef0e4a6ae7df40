package dev.riffle.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Formats byte strings for people to read. */
public final class QuotedBytes {

    private static final int MOST_HEX_BYTES = 16;

    private QuotedBytes() {}

    /**
     * Returns the bytes from index 0 to the limit in readable form. Text is in quotes, with unprintable characters
     * escaped. Other bytes are in hexadecimal digits. Omits the end of long texts, and never divides a character.
     *
     * @param mostTextBytes the largest number of bytes of a text to show
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

    /** Appends a byte as protobuf's text format shows it in quotes: in ASCII, with octal escapes for other bytes. */
    public static void appendEscaped(StringBuilder out, byte b) {
        switch (b) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case '"' -> out.append("\\\"");
            case '\'' -> out.append("\\'");
            case '\\' -> out.append("\\\\");
            default -> {
                if (b >= ' ' && b < 0x7f) {
                    out.append((char) b);
                } else {
                    out.append('\\')
                            .append((char) ('0' + (b >> 6 & 3)))
                            .append((char) ('0' + (b >> 3 & 7)))
                            .append((char) ('0' + (b & 7)));
                }
            }
        }
    }

    /**
     * Returns the beginning of the UTF-8 sequence that contains {@code at}, so that no sequence is divided. Returns
     * {@code at} itself if the bytes are not UTF-8.
     */
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
