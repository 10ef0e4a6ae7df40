package dev.riffle.filter;

import dev.riffle.io.Bytes;

/**
 * A word of a filter expression.
 *
 * @param kind what it is
 * @param at where it begins in the text
 * @param text the word or sign, or the name of a feature, or the digits of a number
 * @param bytes the bytes of a string; else none
 */
record FilterToken(Kind kind, int at, String text, Bytes bytes) {

    /** What a word is. */
    enum Kind {
        /** A word of letters: a keyword or the name of a feature. */
        WORD,
        /** A name in backquotes, never a keyword. */
        NAME,
        INT,
        FLOAT,
        /** Text in quotes. */
        TEXT,
        /** Bytes in quotes behind a b. */
        BYTES,
        /** Brackets, commas and comparisons. */
        SIGN,
        END
    }

    boolean isSign(String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && text.equals(word);
    }

    /** What messages call it. */
    String shown() {
        return switch (kind) {
            case END -> "the end";
            case NAME -> "`" + text + "`";
            case TEXT, BYTES -> "a string";
            case WORD, INT, FLOAT, SIGN -> "\"" + text + "\"";
        };
    }
}
