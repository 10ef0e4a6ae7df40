package dev.riffle.sql;

import dev.riffle.internal.Argument;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** The values of a result as text for a table. */
final class CellText {

    private static final Set<String> NUMBERS = Set.of(
            "TINYINT",
            "SMALLINT",
            "INTEGER",
            "BIGINT",
            "HUGEINT",
            "UTINYINT",
            "USMALLINT",
            "UINTEGER",
            "UBIGINT",
            "UHUGEINT",
            "FLOAT",
            "DOUBLE",
            "DECIMAL");
    private static final String CUT = "...";

    /** The largest number of bytes or elements that become text. A cell shows less. */
    private static final int MOST_ELEMENTS = 100;

    private CellText() {}

    /** Returns whether the values of a type are numbers. */
    static boolean isNumber(String type) {
        int end = type.indexOf('(');
        return !type.endsWith("]") && NUMBERS.contains(end < 0 ? type : type.substring(0, end));
    }

    static String of(FieldVector vector, int row) {
        return Argument.shown(text(vector.isNull(row) ? null : vector.getObject(row)));
    }

    private static String text(@Nullable Object value) {
        if (value == null) {
            return "NULL";
        }
        if (value instanceof byte[] bytes) {
            return bytes(bytes);
        }
        if (value instanceof List<?> list) {
            return list.stream()
                    .limit(MOST_ELEMENTS)
                    .map(CellText::text)
                    .collect(Collectors.joining(", ", "[", list.size() > MOST_ELEMENTS ? ", ...]" : "]"));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + text(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return value.toString();
    }

    private static String bytes(byte[] bytes) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < Math.min(bytes.length, MOST_ELEMENTS); i++) {
            int b = bytes[i] & 0xff;
            if (b >= ' ' && b < 0x7f && b != '\\') {
                out.append((char) b);
            } else {
                out.append("\\x").append(Character.forDigit(b >> 4, 16)).append(Character.forDigit(b & 15, 16));
            }
        }
        return bytes.length > MOST_ELEMENTS ? out.append(CUT).toString() : out.toString();
    }

    /** Returns the number of characters. */
    static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Returns a text with at most this number of characters. */
    static String cut(String text, int width) {
        return width(text) <= width
                ? text
                : text.substring(0, text.offsetByCodePoints(0, Math.max(0, width - CUT.length()))) + CUT;
    }
}
