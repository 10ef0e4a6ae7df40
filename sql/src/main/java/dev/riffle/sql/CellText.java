package dev.riffle.sql;

import dev.riffle.internal.Argument;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;

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

    /** Returns a value on one line, without invisible characters. */
    static String of(FieldVector vector, int row) {
        return Argument.shown(text(vector, row));
    }

    private static String text(ValueVector vector, int row) {
        if (vector.isNull(row)) {
            return "NULL";
        }
        if (vector instanceof ListVector list) {
            return list(list.getDataVector(), list.getElementStartIndex(row), list.getElementEndIndex(row));
        }
        if (vector instanceof FixedSizeListVector list) {
            int size = list.getListSize();
            return list(list.getDataVector(), row * size, (row + 1) * size);
        }
        if (vector instanceof StructVector struct) {
            List<String> members = new ArrayList<>();
            for (FieldVector member : struct.getChildrenFromFields()) {
                members.add(member.getName() + ": " + text(member, row));
            }
            return "{" + String.join(", ", members) + "}";
        }
        if (vector instanceof DateDayVector days) {
            return LocalDate.ofEpochDay(days.get(row)).toString();
        }
        Object value = vector.getObject(row);
        return value instanceof byte[] bytes ? bytes(bytes) : value.toString();
    }

    private static String list(FieldVector elements, int begin, int end) {
        List<String> texts = new ArrayList<>();
        for (int i = begin; i < end; i++) {
            if (i - begin == MOST_ELEMENTS) {
                texts.add(CUT);
                break;
            }
            texts.add(text(elements, i));
        }
        return "[" + String.join(", ", texts) + "]";
    }

    private static String bytes(byte[] bytes) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < Math.min(bytes.length, MOST_ELEMENTS); i++) {
            int value = bytes[i] & 0xff;
            if (value >= ' ' && value < 0x7f && value != '\\') {
                out.append((char) value);
            } else {
                out.append("\\x").append(Character.forDigit(value >> 4, 16)).append(Character.forDigit(value & 15, 16));
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
