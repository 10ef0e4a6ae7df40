package dev.riffle.filter;

import dev.riffle.io.Bytes;

/**
 * A token of a filter expression.
 *
 * @param kind the kind of the token
 * @param at the position of the token in the text
 * @param text the keyword or sign, the name of a feature, or the digits of a number
 * @param bytes the bytes of a string. Empty for other tokens
 */
record FilterToken(Kind kind, int at, String text, Bytes bytes) {

    /** The kind of a token. */
    enum Kind {
        /** A word of letters: a keyword or the name of a feature. */
        WORD,
        /** A name in backquotes, never a keyword. */
        NAME,
        INT,
        FLOAT,
        /** Text in quotes. */
        TEXT,
        /** Bytes in quotes after the letter b. */
        BYTES,
        /** A bracket, a comma or a comparison operator. */
        SIGN,
        END
    }

    boolean isSign(String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && text.equals(word);
    }

    /** Returns the token as text for exception messages. */
    String shown() {
        return switch (kind) {
            case END -> "the end";
            case NAME -> "`" + text + "`";
            case TEXT, BYTES -> "a string";
            case WORD, INT, FLOAT, SIGN -> "\"" + text + "\"";
        };
    }
}
