package dev.riffle.formats;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of a text. Limits the length of a line. Lines end as in {@link java.io.BufferedReader#readLine()}.
 */
final class TextLines implements Closeable {

    private static final int BLOCK_CHARACTERS = 8 << 10;

    private final Reader reader;
    private final int mostCharacters;
    private final char[] block = new char[BLOCK_CHARACTERS];
    private int at;
    private int end;
    private boolean afterReturn;

    TextLines(Reader reader, int mostCharacters) {
        this.reader = reader;
        this.mostCharacters = mostCharacters;
    }

    /** Thrown when a line has more characters than the limit. */
    static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Returns the next line without its line end, or null at the end of the text.
     *
     * @throws TooLongException if the line is longer than the limit; memory never holds more characters than the limit
     */
    @Nullable
    String next() throws IOException {
        StringBuilder line = new StringBuilder();
        boolean any = false;
        while (fill()) {
            if (afterReturn && block[at] == '\n') {
                at++;
                afterReturn = false;
                continue;
            }
            afterReturn = false;
            any = true;
            int from = at;
            while (at < end && block[at] != '\n' && block[at] != '\r') {
                at++;
            }
            if (at - from > mostCharacters - line.length()) {
                throw new TooLongException();
            }
            line.append(block, from, at - from);
            if (at < end) {
                afterReturn = block[at] == '\r';
                at++;
                return line.toString();
            }
        }
        return any ? line.toString() : null;
    }

    private boolean fill() throws IOException {
        while (at == end) {
            int count = reader.read(block, 0, block.length);
            if (count < 0) {
                return false;
            }
            at = 0;
            end = count;
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
