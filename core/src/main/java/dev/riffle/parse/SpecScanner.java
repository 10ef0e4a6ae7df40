package dev.riffle.parse;

import dev.riffle.internal.JsonReader;
import dev.riffle.internal.JsonSyntaxException;

/** Reads words, strings and symbols from a line of specs, and reports the position of unexpected input. */
final class SpecScanner {

    private static final String EXAMPLE = "label:int64, weight:float32=1.0, pos:float32[3], tags:string*";

    private static final int SHOWN = 20;

    private final String text;
    private int position;

    SpecScanner(String text) {
        this.text = text;
    }

    /** Returns whether a key can contain this character without quotes. */
    static boolean isWordCharacter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "_./-+@".indexOf(c) >= 0;
    }

    private void skipSpace() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
    }

    boolean atEnd() {
        skipSpace();
        return position == text.length();
    }

    /** Returns whether this symbol is next. */
    boolean at(char symbol) {
        skipSpace();
        return atNow(symbol);
    }

    /** Returns whether this symbol is next, without a space before it. */
    boolean atNow(char symbol) {
        return position < text.length() && text.charAt(position) == symbol;
    }

    /** Consumes this symbol if it is next. Returns whether the symbol was next. */
    boolean take(char symbol) {
        boolean there = at(symbol);
        if (there) {
            position++;
        }
        return there;
    }

    void expect(char symbol, String wanted) {
        if (!take(symbol)) {
            throw failure(wanted);
        }
    }

    /** Returns the position of the next word, string or symbol. */
    int mark() {
        skipSpace();
        return position;
    }

    /** Consumes a word without quotes. */
    String word(String wanted) {
        int from = mark();
        while (position < text.length() && isWordCharacter(text.charAt(position))) {
            position++;
        }
        if (position == from) {
            throw failure(wanted);
        }
        return text.substring(from, position);
    }

    /** Consumes this word if it is next. Returns whether the word was next. */
    boolean takeWord(String word) {
        int from = mark();
        if (from < text.length()
                && isWordCharacter(text.charAt(from))
                && word("a word").equals(word)) {
            return true;
        }
        position = from;
        return false;
    }

    /** Consumes a word, or a string in quotes. */
    String key(String wanted) {
        return at('"') ? quoted() : word(wanted);
    }

    /** Consumes a string in double quotes, with JSON's escapes. */
    String quoted() {
        int from = mark();
        int to = from + 1;
        while (to < text.length() && text.charAt(to) != '"') {
            to += text.charAt(to) == '\\' ? 2 : 1;
        }
        if (to >= text.length()) {
            throw failureAt(from, "a string that ends with \"");
        }
        try {
            String string = new JsonReader(text.substring(from, to + 1)).nextString();
            position = to + 1;
            return string;
        } catch (JsonSyntaxException e) {
            IllegalArgumentException failure = failureAt(from, "a string with JSON's escapes (" + e.reason() + ")");
            failure.initCause(e);
            throw failure;
        }
    }

    IllegalArgumentException failure(String wanted) {
        return failureAt(mark(), wanted);
    }

    IllegalArgumentException failureAt(int at, String wanted) {
        String rest =
                text.substring(at, Math.min(text.length(), at + SHOWN)) + (text.length() > at + SHOWN ? "..." : "");
        String found = rest.isEmpty() ? "the end" : "'" + rest + "'";
        String before = (at > SHOWN ? "..." : "") + text.substring(Math.max(0, at - SHOWN), at);
        String after = before.isEmpty() ? "" : " after '" + before + "'";
        return new IllegalArgumentException("features: at character " + (at + 1) + ": expected " + wanted + ", found "
                + found + after + "; write them like " + EXAMPLE);
    }
}
