package dev.riffle.formats;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.channels.Channels;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Opens a source as UTF-8 text. Rejects malformed bytes and skips a byte order mark. */
final class TextInput {

    private static final int MARK_BYTES = 3;

    private TextInput() {}

    static Reader open(ByteSource source) throws IOException {
        PushbackInputStream in = new PushbackInputStream(Channels.newInputStream(source.open(0)), MARK_BYTES);
        try {
            skipMark(source.name(), in);
        } catch (IOException e) {
            try (in) {
                throw e;
            }
        }
        return new InputStreamReader(
                in, StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT));
    }

    private static void skipMark(String name, PushbackInputStream in) throws IOException {
        byte[] start = in.readNBytes(MARK_BYTES);
        if (start.length >= 2 && ((start[0] == -1 && start[1] == -2) || (start[0] == -2 && start[1] == -1))) {
            throw new ImportException(name, 1, "the text is UTF-16; convert it to UTF-8 first, for example with iconv");
        }
        boolean marked = start.length == MARK_BYTES
                && start[0] == (byte) 0xef
                && start[1] == (byte) 0xbb
                && start[2] == (byte) 0xbf;
        if (!marked) {
            in.unread(start);
        }
    }

    /**
     * Returns the largest number of characters in a line or cell. The buffers for this number use at most half of the
     * heap.
     */
    static int mostCharacters() {
        return (int) Math.min(Runtime.getRuntime().maxMemory() / 8, Integer.MAX_VALUE - 8);
    }

    /** Returns the error for a line or a cell above the limit. */
    static ImportException tooLong(String name, long line, String what, String remedy) {
        return new ImportException(
                name,
                line,
                what + " has more than " + mostCharacters() + " characters, an eighth of the maximum heap; " + remedy
                        + "raise the heap (-Xmx)");
    }

    /** Returns the error for a line or a table that needs more memory than is available. */
    static ImportException outOfMemory(String name, long line, String what, OutOfMemoryError cause) {
        ImportException failure =
                new ImportException(name, line, what + " needs more memory than available; raise the heap (-Xmx)");
        failure.initCause(cause);
        return failure;
    }

    /** Returns the error for bytes that are not UTF-8. They are in this line or soon after it. */
    static ImportException notUtf8(String name, long line) {
        return new ImportException(
                name,
                line,
                "the text is not UTF-8 in this line or soon after it; convert it to UTF-8 first, for example with iconv");
    }
}
