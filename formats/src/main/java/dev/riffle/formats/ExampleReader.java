package dev.riffle.formats;

import dev.riffle.example.Example;
import java.io.Closeable;
import java.io.IOException;

/** Examples made of text, one after the other. Belongs to one thread at a time. */
public interface ExampleReader extends Closeable {

    /**
     * Goes to the next Example.
     *
     * @return false if there is none
     * @throws ImportException if the text is malformed or a value does not have the kind of its column
     * @throws IOException if the input cannot be read
     */
    boolean next() throws IOException;

    /**
     * The present Example.
     *
     * @throws IllegalStateException if there is none
     */
    Example example();

    /** The name of the source that the present Example comes from. */
    String source();

    /** The line of that source on which the present Example begins, from 1. */
    long line();
}
