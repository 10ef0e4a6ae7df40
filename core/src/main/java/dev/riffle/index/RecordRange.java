package dev.riffle.index;

import dev.riffle.io.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.stream.LongStream;

/** Iterates over consecutive records with read-ahead. */
final class RecordRange implements Iterator<Bytes> {

    private final RecordIndex index;
    private final long to;
    private final int group;
    private long next;
    private long near;
    private final Queue<Bytes> read = new ArrayDeque<>();

    RecordRange(RecordIndex index, long from, long to, int group) {
        this.index = index;
        this.to = to;
        this.group = group;
        this.next = from;
        this.near = from;
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
            if (!index.isMapped()) {
                return nextFromStorage();
            }
            if (next == near) {
                near = Math.min(to, near + group);
                index.readAhead(LongStream.range(next, near).toArray());
            }
            return index.get(next++);
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
