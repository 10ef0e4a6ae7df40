package dev.riffle.example;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Divides protobuf's text format into names, symbols, numbers and strings. Skips white space and comments. Source of
 * the rules: protobuf's text format specification.
 */
final class TextScanner {

    private final String text;
    private int position;
    private int tokenBegin;

    TextScanner(String text) {
        this.text = text;
        skipSpace();
    }

    // ---------------------------------------------------------------- symbols and names

    boolean atEnd() {
        return position >= text.length();
    }

    /** Returns whether the next token begins with {@code symbol}. */
    boolean at(char symbol) {
        return position < text.length() && text.charAt(position) == symbol;
    }

    boolean tryConsume(char symbol) {
        if (!at(symbol)) {
            return false;
        }
        tokenBegin = position++;
        skipSpace();
        return true;
    }

    void consume(char symbol) {
        if (!tryConsume(symbol)) {
            throw failure("expected '" + symbol + "', found " + shownNext());
        }
    }

    /**
     * Consumes a name and returns it. A name begins with a letter or underscore. Letters, underscores and digits
     * follow.
     */
    String name() {
        int end = nameEnd();
        if (end == position) {
            throw failure("expected a field name, found " + shownNext());
        }
        return take(end);
    }

    private int nameEnd() {
        int end = position;
        while (end < text.length() && isNamePart(text.charAt(end), end > position)) {
            end++;
        }
        return end;
    }

    private static boolean isNamePart(char c, boolean digits) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || digits && c >= '0' && c <= '9';
    }

    private String take(int end) {
        String token = text.substring(position, end);
        tokenBegin = position;
        position = end;
        skipSpace();
        return token;
    }

    /**
     * Consumes the text of a number without its sign. Takes all letters, digits and points that follow, and the sign of
     * an exponent.
     */
    String number() {
        int end = position;
        while (end < text.length() && isNumberPart(end)) {
            end++;
        }
        if (end == position) {
            throw failure("expected a number, found " + shownNext());
        }
        return take(end);
    }

    private boolean isNumberPart(int at) {
        char c = text.charAt(at);
        if (c == '+' || c == '-') {
            char before = at > position ? text.charAt(at - 1) : ' ';
            return (before == 'e' || before == 'E')
                    && !text.startsWith("0x", position)
                    && !text.startsWith("0X", position);
        }
        return c == '.' || isNamePart(c, true);
    }

    // ---------------------------------------------------------------- strings

    boolean atString() {
        return at('"') || at('\'');
    }

    /** Consumes one string or several adjacent strings, and returns the bytes. */
    byte[] string() {
        if (!atString()) {
            throw failure("expected a string, found " + shownNext());
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int begin = position;
        while (atString()) {
            tokenBegin = position;
            stringPart(out);
            skipSpace();
        }
        tokenBegin = begin;
        return out.toByteArray();
    }

    private void stringPart(ByteArrayOutputStream out) {
        char quote = text.charAt(position++);
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == '\n') {
                throw failure("line ends inside a string");
            }
            position++;
            if (c == quote) {
                return;
            } else if (c == '\\') {
                escape(out);
            } else if (c < 0x80) {
                out.write(c);
            } else {
                position--;
                codePoint(out);
            }
        }
        throw failure("unterminated string");
    }

    private void codePoint(ByteArrayOutputStream out) {
        int code = text.codePointAt(position);
        if (code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE) {
            throw failure("unpaired surrogate in a string");
        }
        position += Character.charCount(code);
        write(out, code);
    }

    private static void write(ByteArrayOutputStream out, int code) {
        out.writeBytes(Character.toString(code).getBytes(StandardCharsets.UTF_8));
    }

    private void escape(ByteArrayOutputStream out) {
        if (atEnd()) {
            throw failure("unterminated string");
        }
        char c = text.charAt(position++);
        switch (c) {
            case 'a' -> out.write(7);
            case 'b' -> out.write('\b');
            case 'f' -> out.write('\f');
            case 'n' -> out.write('\n');
            case 'r' -> out.write('\r');
            case 't' -> out.write('\t');
            case 'v' -> out.write(11);
            case '\\', '\'', '"', '?' -> out.write(c);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> octal(out);
            case 'x', 'X' -> {
                int value = digits(16, 1, 2);
                out.write(value);
            }
            case 'u' -> unicode(out, digits(16, 4, 4));
            case 'U' -> unicode(out, digits(16, 8, 8));
            default -> throw failure("unknown escape \\" + c);
        }
    }

    private void octal(ByteArrayOutputStream out) {
        position--;
        int value = digits(8, 1, 3);
        if (value > 0xff) {
            throw failure("octal escape above \\377");
        }
        out.write(value);
    }

    private void unicode(ByteArrayOutputStream out, int code) {
        int complete = code;
        if (code >= Character.MIN_HIGH_SURROGATE
                && code <= Character.MAX_HIGH_SURROGATE
                && text.startsWith("\\u", position)) {
            position += 2;
            int low = digits(16, 4, 4);
            complete = Character.isLowSurrogate((char) low) ? Character.toCodePoint((char) code, (char) low) : code;
        }
        if (!Character.isValidCodePoint(complete)
                || complete >= Character.MIN_SURROGATE && complete <= Character.MAX_SURROGATE) {
            throw failure("escape is not a Unicode character");
        }
        write(out, complete);
    }

    private int digits(int radix, int least, int most) {
        int value = 0;
        int count = 0;
        while (count < most && position < text.length() && digit(text.charAt(position), radix) >= 0) {
            value = value * radix + digit(text.charAt(position), radix);
            position++;
            count++;
        }
        if (count < least) {
            throw failure("escape needs " + least + (radix == 16 ? " hexadecimal" : " octal") + " digits");
        }
        return value;
    }

    private static int digit(char c, int radix) {
        return c < 0x80 ? Character.digit(c, radix) : -1;
    }

    // ---------------------------------------------------------------- space and positions

    private void skipSpace() {
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == '#') {
                int end = text.indexOf('\n', position);
                position = end < 0 ? text.length() : end;
            } else if (c == ' ' || c >= '\t' && c <= '\r') {
                position++;
            } else {
                return;
            }
        }
    }

    private String shownNext() {
        if (atEnd()) {
            return "the end of the text";
        }
        int end = Math.max(nameEnd(), position + Character.charCount(text.codePointAt(position)));
        return "'" + text.substring(position, Math.min(end, position + 40)) + "'";
    }

    /** Returns an exception with the position of the next input. */
    MalformedTextException failure(String reason) {
        return failureAt(position, reason);
    }

    /** Returns an exception with the position of the last token. */
    MalformedTextException tokenFailure(String reason) {
        return failureAt(tokenBegin, reason);
    }

    private MalformedTextException failureAt(int at, String reason) {
        int line = 1;
        int lineBegin = 0;
        int end = Math.min(at, text.length());
        for (int i = 0; i < end; i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineBegin = i + 1;
            }
        }
        return new MalformedTextException(line, end - lineBegin + 1, reason);
    }
}
