package dev.riffle.index;

import dev.riffle.io.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;

/** Iterates over consecutive records with read-ahead. */
final class RecordRange implements Iterator<Bytes> {

    private final RecordIndex index;
    private final long to;
    private long next;
    private final Queue<Bytes> read = new ArrayDeque<>();

    RecordRange(RecordIndex index, long from, long to) {
        this.index = index;
        this.to = to;
        this.next = from;
    }

    @Override
    public boolean hasNext() {
        return next < to;
    }

    @Override
    public Bytes next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more records before number " + to);
        }
        try {
            if (read.isEmpty()) {
                read.addAll(index.some(next, to));
            }
            next++;
            return read.remove();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
