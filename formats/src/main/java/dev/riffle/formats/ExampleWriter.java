package dev.riffle.formats;

import dev.riffle.example.Example;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;

/**
 * Writes Examples as text. One thread at a time may use a writer.
 *
 * @since 0.1
 */
public interface ExampleWriter extends Closeable, Flushable {

    /**
     * Writes an Example.
     *
     * @throws ExportException if the text form cannot hold the Example; none of it was written, and others may follow
     * @throws IOException if it cannot be written
     */
    void write(Example example) throws IOException;

    /**
     * Returns the number of features that became empty cells because they had an empty list or no kind. An import reads
     * such a cell as a missing feature. Always 0 for forms that keep the difference.
     */
    long emptied();
}
