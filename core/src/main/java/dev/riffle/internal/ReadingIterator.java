package dev.riffle.internal;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** An iterator over the records of a reader. Wraps I/O errors in {@link UncheckedIOException}. */
public abstract class ReadingIterator<T> implements Iterator<T> {

    private final String source;
    private boolean advanced;
    private boolean found;

    /** Creates an iterator; messages use the name of the source. */
    protected ReadingIterator(String source) {
        this.source = source;
    }

    /** Moves the reader to its next record. Returns false at the end. */
    protected abstract boolean advance() throws IOException;

    /** Returns a copy of the current record. */
    protected abstract T copy() throws IOException;

    @Override
    public final boolean hasNext() {
        if (!advanced) {
            try {
                found = advance();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            advanced = true;
        }
        return found;
    }

    @Override
    public final T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more records: " + source);
        }
        advanced = false;
        try {
            return copy();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a stream of the remaining records. Closing the stream closes the reader. */
    public final Stream<T> stream(Closeable reader) {
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(
                                this, Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE),
                        false)
                .onClose(() -> {
                    try {
                        reader.close();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }
}
