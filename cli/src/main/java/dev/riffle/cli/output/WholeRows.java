package dev.riffle.cli.output;

import dev.riffle.io.CompressedOutput;
import java.io.IOException;
import java.io.Writer;

/**
 * Collects the text of one row and passes it on at the end of the row. An output that ends early then ends after a
 * complete row, because a part of a row can look like a valid row.
 */
public final class WholeRows extends Writer {

    private final Writer out;
    private final StringBuilder row = new StringBuilder();

    public WholeRows(Writer out) {
        this.out = out;
    }

    @Override
    public void write(char[] text, int offset, int length) {
        row.append(text, offset, length);
    }

    @Override
    public void write(String text, int offset, int length) {
        row.append(text, offset, offset + length);
    }

    /** Passes on the text since the end of the row before. */
    public void endRow() throws IOException {
        out.append(row);
        row.setLength(0);
    }

    /**
     * Writes the complete rows before a failure. An output with a name of its own is discarded afterwards.
     *
     * @param compressed the output that receives the rows
     * @param failure receives a failure of this method as a suppressed exception
     */
    public void endEarly(CompressedOutput compressed, Throwable failure) {
        row.setLength(0);
        try {
            out.flush();
            compressed.flush();
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** Does nothing, because a writer of rows may flush inside a row. */
    @Override
    public void flush() {}

    @Override
    public void close() throws IOException {
        out.close();
    }
}
