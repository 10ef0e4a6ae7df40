package dev.riffle.formats;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * Counts the quotes of a text during a read, because the parser accepts the end of the text as the end of a quoted
 * cell.
 */
final class QuoteCounter extends FilterReader {

    private long quotes;

    QuoteCounter(Reader in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        int c = super.read();
        quotes += c == '"' ? 1 : 0;
        return c;
    }

    @Override
    public int read(char[] target, int offset, int length) throws IOException {
        int count = super.read(target, offset, length);
        if (count > 0) {
            quotes += in(target, offset, count);
        }
        return count;
    }

    /** Returns the number of quotes read so far. */
    long quotes() {
        return quotes;
    }

    /** Returns the number of quotes in a part of {@code text}. */
    static int in(char[] text, int offset, int length) {
        int quotes = 0;
        for (int i = offset; i < offset + length; i++) {
            quotes += text[i] == '"' ? 1 : 0;
        }
        return quotes;
    }
}
