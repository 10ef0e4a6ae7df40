package dev.riffle.io;

import java.io.FilterInputStream;
import java.io.InputStream;

/** Reads a stream of the caller. Closing this stream leaves the caller's stream open. */
final class OpenStream extends FilterInputStream {

    OpenStream(InputStream stream) {
        super(stream);
    }

    @Override
    public void close() {
        // The caller closes the stream.
    }
}
