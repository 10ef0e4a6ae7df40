package dev.riffle.cli.payload;

import dev.riffle.internal.JsonWriter;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.Base64;

/** Collects text and passes it to a target in pieces, so that a large message needs little memory. */
final class Pieces {

    private static final int PIECE_CHARACTERS = 64 << 10;

    /** The number of bytes in one step of base64. A multiple of three gives only the last step padding. */
    private static final int BASE64_BYTES = 3 << 14;

    /** The text that the target does not have yet. */
    final StringBuilder text = new StringBuilder();

    private final Appendable target;

    Pieces(Appendable target) {
        this.target = target;
    }

    /** Passes the text to the target if it fills a piece. The text must not end inside a surrogate pair. */
    void passOn() throws IOException {
        if (text.length() >= PIECE_CHARACTERS) {
            flush();
        }
    }

    void flush() throws IOException {
        target.append(text);
        text.setLength(0);
    }

    /** Writes bytes as a JSON string in base64. */
    void base64(JsonWriter json, Bytes value) throws IOException {
        json.beginString();
        for (int from = 0; from < value.size(); from += BASE64_BYTES) {
            Bytes piece = value.slice(from, from + Math.min(BASE64_BYTES, value.size() - from));
            text.append(Base64.getEncoder().encodeToString(piece.toByteArray()));
            passOn();
        }
        json.endString();
    }
}
