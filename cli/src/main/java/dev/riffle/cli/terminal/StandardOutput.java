package dev.riffle.cli.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/** Buffers standard output. Distinguishes a closed reader from a full disk. */
public final class StandardOutput extends OutputStream {

    private static final String WHERE = "standard output: ";
    private static final int BUFFER_BYTES = 64 << 10;

    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int count;

    StandardOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
        if (count == buffer.length) {
            drain();
        }
        buffer[count++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int offset, int size) throws IOException {
        if (size > buffer.length - count) {
            drain();
        }
        if (size > buffer.length) {
            pass(bytes, offset, size);
        } else {
            System.arraycopy(bytes, offset, buffer, count, size);
            count += size;
        }
    }

    private void drain() throws IOException {
        int size = count;
        count = 0;
        pass(buffer, 0, size);
    }

    private void pass(byte[] bytes, int offset, int size) throws IOException {
        try {
            out.write(bytes, offset, size);
        } catch (IOException e) {
            throw explain(e);
        }
    }

    private static IOException explain(IOException e) {
        String reason = String.valueOf(e.getMessage());
        if (e instanceof ClosedPipeException || reason.startsWith(WHERE)) {
            // This exception already has an explanation.
            return e;
        }
        boolean closed = reason.toLowerCase(Locale.ROOT).contains("pipe");
        if (reason.contains("No space left") || reason.contains("not enough space")) {
            return new IOException(WHERE + "disk full; free some space or write elsewhere", e);
        }
        return closed ? new ClosedPipeException(e) : new IOException(WHERE + "cannot be written: " + reason, e);
    }

    @Override
    public void flush() throws IOException {
        drain();
        try {
            out.flush();
        } catch (IOException e) {
            throw explain(e);
        }
    }

    /** Flushes the buffer and leaves standard output open for other users. */
    @Override
    public void close() throws IOException {
        flush();
    }
}
