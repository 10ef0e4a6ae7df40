package dev.riffle.cli.print;

import dev.riffle.cli.terminal.DisplayWidth;
import java.util.Locale;

/**
 * Collects the beginning of a line up to a number of columns on the screen, and counts the rest. Does not cut an escape
 * of protobuf's text format.
 */
final class LongLine {

    /** The columns for the number of bytes that are left out. */
    private static final int MARK = 40;

    private final StringBuilder kept = new StringBuilder();
    private final ShortenedText.Kind kind;

    /** The number of columns of the kept characters. */
    private int columns;

    private boolean cut;
    private boolean quoted;

    /** The number of characters that the current escape still has. */
    private int escape;

    private boolean lastIsBackslash;

    /** The length of the beginning that a cut line keeps, or -1 as long as the line is shorter. */
    private int beginning = -1;

    /** The number of bytes or characters after this beginning. */
    private long more;

    LongLine(ShortenedText.Kind kind) {
        this.kind = kind;
    }

    boolean isCut() {
        return cut;
    }

    /** Adds a character. The line is cut if it has more than this number of columns. */
    void add(char character, int mostColumns) {
        boolean begins = escape == 0 && !Character.isLowSurrogate(character);
        int width = width(character);
        cut |= columns + width > mostColumns;
        if (begins && beginning < 0 && columns + width > mostColumns - MARK) {
            beginning = kept.length();
        }
        boolean quote = follow(character);
        if (begins && !quote && beginning >= 0) {
            more += kind == ShortenedText.Kind.MESSAGE ? utf8Bytes(character) : 1;
        }
        if (!cut) {
            kept.append(character);
            columns += width;
        }
    }

    /** Returns the columns of a character. The first half of a surrogate pair counts for the pair, as two columns. */
    private static int width(char character) {
        if (Character.isSurrogate(character)) {
            return Character.isHighSurrogate(character) ? 2 : 0;
        }
        return DisplayWidth.of(character);
    }

    /** Updates the state of the quotes and escapes. Returns whether the character is a quote around a text. */
    private boolean follow(char character) {
        if (kind == ShortenedText.Kind.OTHER) {
            return false;
        }
        if (escape > 0) {
            // An octal escape has three digits; any other escape has one character.
            boolean octal = escape == 1 && lastIsBackslash && character >= '0' && character <= '3';
            escape = octal ? 2 : escape - 1;
            lastIsBackslash = false;
            return false;
        }
        if (quoted && character == '\\') {
            escape = 1;
            lastIsBackslash = true;
            return false;
        }
        if (character == '"') {
            quoted = !quoted;
            return true;
        }
        return false;
    }

    private static int utf8Bytes(char character) {
        if (character < 0x80) {
            return 1;
        }
        if (character < 0x800) {
            return 2;
        }
        return Character.isHighSurrogate(character) ? 4 : 3;
    }

    /** Returns the line, and begins the next one. */
    String end() {
        String line = kept.toString();
        if (cut) {
            line = kept.substring(0, beginning);
            boolean text = kind == ShortenedText.Kind.MESSAGE && line.indexOf('"') >= 0;
            String rest = more == 0
                    ? ""
                    : " ... " + String.format(Locale.ROOT, "%,d", more) + " more "
                            + (kind == ShortenedText.Kind.MESSAGE ? "byte" : "character") + (more == 1 ? "" : "s");
            line += (text ? "\"" : "") + rest;
        }
        kept.setLength(0);
        columns = 0;
        cut = false;
        beginning = -1;
        quoted = false;
        escape = 0;
        lastIsBackslash = false;
        more = 0;
        return line;
    }
}
