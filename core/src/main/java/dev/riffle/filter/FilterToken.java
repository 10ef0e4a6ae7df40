package dev.riffle.filter;

import dev.riffle.io.Bytes;

/**
 * A word of a filter expression.
 *
 * @param kind the kind of word
 * @param at the position in the text at which it begins
 * @param text the word or sign, the name of a feature, or the digits of a number
 * @param bytes the bytes of a string; otherwise empty
 */
record FilterToken(Kind kind, int at, String text, Bytes bytes) {

    /** The kind of a word. */
    enum Kind {
        /** A word of letters: a keyword or the name of a feature. */
        WORD,
        /** A name in backquotes, never a keyword. */
        NAME,
        INT,
        FLOAT,
        /** Text in quotes. */
        TEXT,
        /** Bytes in quotes after a b. */
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

    /** Returns the name for exception messages. */
    String shown() {
        return switch (kind) {
            case END -> "the end";
            case NAME -> "`" + text + "`";
            case TEXT, BYTES -> "a string";
            case WORD, INT, FLOAT, SIGN -> "\"" + text + "\"";
        };
    }
}
