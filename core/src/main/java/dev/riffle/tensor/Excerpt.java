package dev.riffle.tensor;

import dev.riffle.internal.Utf8;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.IntConsumer;

/** Text of bounded length for a person to read, whatever the size of what it tells about. */
final class Excerpt {

    private static final int MOST_CHARS = 1000;

    /** Of more items than this, only those at the edges are shown. */
    private static final int MOST_ITEMS = 8;

    private static final int EDGE_ITEMS = 3;

    private static final int MOST_TEXT_BYTES = 40;
    private static final int MOST_HEX_BYTES = 16;

    private final StringBuilder text = new StringBuilder();

    Excerpt add(Object piece) {
        text.append(piece);
        return this;
    }

    private boolean isFull() {
        return text.length() >= MOST_CHARS;
    }

    /** All items in brackets, or the first and last ones. */
    Excerpt items(int count, IntConsumer item) {
        text.append('[');
        for (int i = 0; i < count && !isFull(); i++) {
            if (count > MOST_ITEMS && i == EDGE_ITEMS) {
                text.append(", ...");
                i = count - EDGE_ITEMS;
            }
            separated(i, item);
        }
        return add("]");
    }

    /** All items between {@code open} and {@code close}, or the first ones and how many there are. */
    Excerpt beginning(String open, int count, IntConsumer item, String close) {
        text.append(open);
        int shown = count > MOST_ITEMS ? EDGE_ITEMS : count;
        for (int i = 0; i < shown && !isFull(); i++) {
            separated(i, item);
        }
        if (shown < count) {
            text.append(", ... of ").append(count);
        }
        return add(close);
    }

    private void separated(int index, IntConsumer item) {
        if (index > 0) {
            text.append(", ");
        }
        item.accept(index);
    }

    /**
     * Elements in nested brackets.
     *
     * @param dimension which dimension the outermost brackets stand for; if the shape has no such one, there is one element
     * @param index where in that dimension's terms it begins: the number of such blocks before this one
     */
    void nested(Values values, Shape shape, int dimension, int index) {
        if (dimension == shape.rank()) {
            element(values, index);
        } else {
            int size = shape.dim(dimension);
            items(size, i -> nested(values, shape, dimension + 1, index * size + i));
        }
    }

    void element(Values values, int index) {
        switch (values.dtype()) {
            case FLOAT32 -> text.append(values.floatAt(index));
            case FLOAT64 -> text.append(values.doubleAt(index));
            case INT32 -> text.append(values.intAt(index));
            case INT64 -> text.append(values.longAt(index));
            case STRING -> string(values.viewAt(index));
        }
    }

    /** Quoted if it is text, otherwise in hexadecimal digits; the end of a long one is left out. */
    private void string(ByteBuffer all) {
        byte[] bytes = new byte[Math.min(all.remaining(), MOST_TEXT_BYTES)];
        all.get(0, bytes);
        int end = all.remaining() > bytes.length ? sequenceBegin(all, bytes.length) : bytes.length;
        String shown = new String(bytes, 0, end, StandardCharsets.UTF_8);
        if (Utf8.isValid(bytes, 0, end) && shown.codePoints().allMatch(Excerpt::isPrintable)) {
            text.append('"').append(escape(shown)).append('"');
        } else {
            end = Math.min(end, MOST_HEX_BYTES);
            text.append("0x").append(HexFormat.of().formatHex(bytes, 0, end));
        }
        if (end < all.remaining()) {
            text.append("...");
        }
    }

    /** Where the UTF-8 sequence begins that {@code at} lies in, so that none is cut; {@code at} itself if that is no text. */
    private static int sequenceBegin(ByteBuffer bytes, int at) {
        for (int begin = at; begin > at - 4; begin--) {
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

    @Override
    public String toString() {
        return text.length() <= MOST_CHARS ? text.toString() : text.substring(0, MOST_CHARS) + "...";
    }
}
