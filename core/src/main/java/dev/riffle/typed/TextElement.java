package dev.riffle.typed;

import dev.riffle.internal.Utf8;
import java.nio.charset.StandardCharsets;

/** Values that a bytes_list holds as text in UTF-8. */
abstract class TextElement extends BytesElement {

    TextElement(Class<?> type) {
        super(type);
    }

    /** Returns the text of a value. */
    abstract String toText(Object value);

    /** Returns the value of a text, or throws {@link IllegalArgumentException} if there is none. */
    abstract Object fromText(String text);

    @Override
    final void writeBytes(Object value, MessageOutput out) {
        try {
            out.writeBytes(Utf8.encode(toText(value)));
        } catch (IllegalArgumentException e) {
            throw mismatch(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    final Object fromBytes(FoundValues found, int begin, int end) {
        try {
            return fromText(text(found, begin, end));
        } catch (IllegalArgumentException e) {
            throw mismatch(excerpt(found, begin, end), e);
        }
    }

    private String text(FoundValues found, int begin, int end) {
        byte[] array = found.array;
        int ascii = Utf8.asciiEnd(array, begin, end);
        if (ascii == end) {
            return new String(array, begin, end - begin, StandardCharsets.ISO_8859_1);
        }
        if (!Utf8.isValid(array, ascii, end)) {
            throw mismatch("bytes that are not UTF-8: " + excerpt(found, begin, end));
        }
        return new String(array, begin, end - begin, StandardCharsets.UTF_8);
    }
}
