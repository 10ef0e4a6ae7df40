package dev.riffle.filter;

import dev.riffle.io.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Divides the text of a filter expression into tokens. */
final class FilterScanner {

    private static final List<String> SIGNS = List.of("==", "!=", "<=", ">=", "<", ">", "(", ")", "[", "]", ",");

    private final String text;
    private final List<FilterToken> tokens = new ArrayList<>();
    private int at;

    private FilterScanner(String text) {
        this.text = text;
    }

    /** Returns the tokens. The last token is the end of the text. */
    static List<FilterToken> scan(String text) {
        FilterScanner scanner = new FilterScanner(text);
        while (scanner.next()) {
            // the call adds a token
        }
        scanner.add(FilterToken.Kind.END, scanner.at, "");
        return scanner.tokens;
    }

    private boolean next() {
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
        if (at == text.length()) {
            return false;
        }
        char c = text.charAt(at);
        if (c == 'b' && at + 1 < text.length() && isQuote(text.charAt(at + 1))) {
            string(at, at + 1, FilterToken.Kind.BYTES);
        } else if (isQuote(c)) {
            string(at, at, FilterToken.Kind.TEXT);
        } else if (c == '`') {
            name();
        } else if (isDigit(c) || c == '-' || c == '+' || c == '.') {
            number();
        } else if (isLetter(c)) {
            word();
        } else {
            sign();
        }
        return true;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private static boolean isQuote(char c) {
        return c == '"' || c == '\'';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }

    private void add(FilterToken.Kind kind, int from, String what) {
        tokens.add(new FilterToken(kind, from, what, Bytes.empty()));
    }

    private FilterSyntaxException wrong(int where, String reason) {
        return new FilterSyntaxException(text, where, reason);
    }

    /** Consumes a keyword or a name without quotes, for example {@code image/encoded} or {@code box.width}. */
    private void word() {
        int from = at;
        while (at < text.length()
                && (isLetter(text.charAt(at)) || isDigit(text.charAt(at)) || isInside(text.charAt(at)))) {
            at++;
        }
        add(FilterToken.Kind.WORD, from, text.substring(from, at));
    }

    private static boolean isInside(char c) {
        return c == '/' || c == '.';
    }

    private void name() {
        int end = text.indexOf('`', at + 1);
        if (end < 0) {
            throw wrong(at, "this name has no closing `");
        }
        for (int i = at + 1; i < end; i += Character.charCount(text.codePointAt(i))) {
            if (Character.getType(text.codePointAt(i)) == Character.SURROGATE) {
                throw wrong(i, "half of a surrogate pair is not text");
            }
        }
        add(FilterToken.Kind.NAME, at, text.substring(at + 1, end));
        at = end + 1;
    }

    private void number() {
        int from = at;
        boolean isInteger = true;
        if (text.charAt(at) == '-' || text.charAt(at) == '+') {
            at++;
        }
        int digits = at;
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean exponent = c == 'e' || c == 'E';
            if (exponent && at + 1 < text.length() && (text.charAt(at + 1) == '-' || text.charAt(at + 1) == '+')) {
                at++;
            } else if (!isDigit(c) && c != '.' && !isLetter(c)) {
                break;
            }
            isInteger &= isDigit(c);
            at++;
        }
        String number = text.substring(from, at);
        if (digits == at || !(isInteger || number.matches("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?"))) {
            throw wrong(
                    from,
                    "\"" + (digits == at ? text.substring(from, Math.max(at, from + 1)) : number)
                            + "\" is not a number");
        }
        add(isInteger ? FilterToken.Kind.INT : FilterToken.Kind.FLOAT, from, number);
    }

    private void sign() {
        for (String sign : SIGNS) {
            if (text.startsWith(sign, at)) {
                add(FilterToken.Kind.SIGN, at, sign);
                at += sign.length();
                return;
            }
        }
        String found = text.substring(at, text.offsetByCodePoints(at, 1));
        String hint = switch (found) {
            case "=" -> "; use == to compare";
            case "&" -> "; use and";
            case "|" -> "; use or";
            case "!" -> "; use not";
            default -> "";
        };
        throw wrong(at, "unexpected \"" + found + "\"" + hint);
    }

    private void string(int from, int quote, FilterToken.Kind kind) {
        char end = text.charAt(quote);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        at = quote + 1;
        while (true) {
            if (at >= text.length()) {
                throw wrong(from, "this string has no closing " + end);
            }
            int point = text.codePointAt(at);
            if (point == end) {
                at++;
                break;
            }
            if (point == '\\') {
                escape(kind, bytes);
                continue;
            }
            if (kind == FilterToken.Kind.BYTES && point > 0x7e) {
                throw wrong(at, "bytes must be ASCII characters and escapes like \\xff");
            }
            if (Character.getType(point) == Character.SURROGATE) {
                throw wrong(at, "half of a surrogate pair is not text");
            }
            put(bytes, point);
            at += Character.charCount(point);
        }
        tokens.add(new FilterToken(kind, from, text.substring(quote, at), Bytes.copyOf(bytes.toByteArray())));
    }

    private static void put(ByteArrayOutputStream bytes, int point) {
        bytes.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
    }

    private void escape(FilterToken.Kind kind, ByteArrayOutputStream bytes) {
        int from = at;
        char c = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
        at += 2;
        switch (c) {
            case 'n' -> bytes.write('\n');
            case 't' -> bytes.write('\t');
            case 'r' -> bytes.write('\r');
            case '0' -> bytes.write(0);
            case '\\', '"', '\'' -> bytes.write(c);
            case 'x' -> {
                if (kind == FilterToken.Kind.TEXT) {
                    throw wrong(from, "\\x is for bytes, as in b\"\\xff\"; text has \\u00ff");
                }
                bytes.write(hex(from, 2));
            }
            case 'u' -> {
                if (kind == FilterToken.Kind.BYTES) {
                    throw wrong(from, "\\u is for text; bytes have \\xff");
                }
                int unit = hex(from, 4);
                if (Character.isHighSurrogate((char) unit) && text.startsWith("\\u", at)) {
                    at += 2;
                    int low = hex(from, 4);
                    unit = Character.isLowSurrogate((char) low) ? Character.toCodePoint((char) unit, (char) low) : unit;
                }
                if (Character.getType(unit) == Character.SURROGATE) {
                    throw wrong(from, "half of a surrogate pair is not text");
                }
                put(bytes, unit);
            }
            default ->
                throw wrong(
                        from,
                        "an escape must be one of \\n \\t \\r \\0 \\\\ \\\" \\' \\"
                                + (kind == FilterToken.Kind.TEXT ? "u00ff" : "xff"));
        }
    }

    private int hex(int from, int digits) {
        int end = at + digits;
        if (end > text.length() || !text.substring(at, end).matches("[0-9a-fA-F]+")) {
            throw wrong(from, digits + " hexadecimal digits must follow");
        }
        int value = Integer.parseInt(text.substring(at, end), 16);
        at = end;
        return value;
    }
}
