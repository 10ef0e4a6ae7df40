package dev.riffle.formats;

import dev.riffle.example.Example;
import java.io.Closeable;
import java.io.IOException;

/**
 * Reads text as a sequence of Examples. One thread at a time may use a reader.
 *
 * @since 0.1
 */
public interface ExampleReader extends Closeable {

    /**
     * Advances to the next Example.
     *
     * @return false at the end of the input
     * @throws ImportException if the text is malformed or a value does not have the kind of its column
     * @throws IOException if the input cannot be read
     */
    boolean next() throws IOException;

    /**
     * Returns the current Example.
     *
     * @throws IllegalStateException if there is no current Example
     */
    Example example();

    /** Returns the name of the source of the current Example. */
    String source();

    /** Returns the line of the source on which the current Example begins, from 1. */
    long line();
}
