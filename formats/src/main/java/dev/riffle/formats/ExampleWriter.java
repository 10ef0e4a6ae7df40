package dev.riffle.formats;

import dev.riffle.example.Example;
import dev.riffle.example.SequenceExample;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;

/**
 * Writes Examples and SequenceExamples as text. One thread at a time may use a writer.
 *
 * @since 0.1
 */
public interface ExampleWriter extends Closeable, Flushable {

    /**
     * Writes an Example.
     *
     * @throws ExportException if the text form cannot hold the Example; the output contains no part of it, and the
     *     caller may write other Examples
     * @throws IOException if the Example cannot be written
     */
    void write(Example example) throws IOException;

    /**
     * Writes a SequenceExample.
     *
     * @throws ExportException if the text form cannot hold the SequenceExample, as CSV cannot; the output contains no
     *     part of it
     * @throws IOException if the SequenceExample cannot be written
     */
    void write(SequenceExample example) throws IOException;

    /**
     * Returns the number of features that became empty cells because they had an empty list or no kind. An import reads
     * such a cell as a missing feature. Returns 0 for text forms that distinguish these features.
     */
    long emptied();
}
