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
    private final ReadAhead ahead;
    private long next;
    private final Queue<Bytes> read = new ArrayDeque<>();

    RecordRange(RecordIndex index, long from, long to) {
        this.index = index;
        this.to = to;
        this.ahead = new ReadAhead(index, i -> from + i, to - from);
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
            if (index.readsAhead()) {
                next++;
                return ahead.next();
            }
            return nextFromStorage();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Bytes nextFromStorage() throws IOException {
        if (read.isEmpty()) {
            read.addAll(index.some(next, to));
        }
        next++;
        return read.remove();
    }
}
