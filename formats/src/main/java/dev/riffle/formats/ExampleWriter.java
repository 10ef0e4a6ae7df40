package dev.riffle.formats;

import dev.riffle.example.Example;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;

/** Writes Examples as text, one after the other. Belongs to one thread at a time. */
public interface ExampleWriter extends Closeable, Flushable {

    /**
     * Writes an Example.
     *
     * @throws ExportException if the text form cannot hold it; nothing of it was written, and others may follow
     * @throws IOException if it cannot be written
     */
    void write(Example example) throws IOException;

    /**
     * How many features had no value to show, an empty list or no kind, and became an empty cell, which reads back as a
     * feature that is not there. Always 0 for forms that keep the difference.
     */
    long emptied();
}
