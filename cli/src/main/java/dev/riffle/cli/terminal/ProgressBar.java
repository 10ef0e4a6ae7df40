package dev.riffle.cli.terminal;

import dev.riffle.Progress;
import dev.riffle.RecordReader;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Shows the progress of long work in a line on standard error. The line appears after one second and changes five times
 * a second. It appears only if a person reads standard error. Closing the bar erases the line.
 */
public final class ProgressBar implements AutoCloseable {

    private static final long FIRST_NANOS = 1_000_000_000L;
    private static final long NEXT_NANOS = 200_000_000L;
    private static final int STEPS_BETWEEN_LOOKS = 64;
    static final String WIPE = "\r\033[K";

    private final Terminal terminal;
    private final String verb;
    private volatile long total;
    private final long items;
    private final long began = System.nanoTime();

    /** The number of bytes done in all parts. */
    private final AtomicLong done = new AtomicLong();

    /** The part for files that the command reads in sequence. */
    private final Part oneByOne = new Part();

    private final AtomicLong itemsDone = new AtomicLong();
    private volatile long due = began + FIRST_NANOS;
    private boolean shown;

    private ProgressBar(Terminal terminal, String verb, long total, long items) {
        this.terminal = terminal;
        this.verb = verb;
        this.total = total;
        this.items = items;
    }

    /**
     * Returns a bar for sources. The total is unknown if the size of a source is unknown, as for standard
     * input.
     */
    public static ProgressBar over(Terminal terminal, String verb, List<ByteSource> sources) {
        long total = 0;
        for (ByteSource source : sources) {
            OptionalLong size = size(source);
            if (size.isEmpty()) {
                total = 0;
                break;
            }
            total += size.getAsLong();
        }
        return new ProgressBar(terminal, verb, total, 0);
    }

    /** Returns a bar for this number of files with this total of bytes. */
    public static ProgressBar overItems(Terminal terminal, String verb, long items, long total) {
        return new ProgressBar(terminal, verb, total, items);
    }

    /** Returns an invisible bar, for a command whose output is on the same screen. */
    public static ProgressBar silent(Terminal terminal) {
        return new ProgressBar(terminal.forProgram(), "", 0, 0);
    }

    private static OptionalLong size(ByteSource source) {
        try {
            return source.size();
        } catch (IOException e) {
            // The error appears when the command opens the file.
            return OptionalLong.of(0);
        }
    }

    /** Adds sources to the work, for a command that finds its sources one after the other. */
    public synchronized void expect(List<ByteSource> sources) {
        for (ByteSource source : sources) {
            total += size(source).orElse(0);
        }
    }

    /** Returns the source in a form that counts bytes read through a channel as done. Not for record files. */
    public ByteSource watch(ByteSource source) {
        return isSeen() ? new Watched(source, oneByOne) : source;
    }

    /** Counts a record as read. */
    public void step(RecordReader reader) throws InterruptedIOException {
        oneByOne.step(reader);
    }

    /**
     * Shows an event of an operation on all sources.
     *
     * @throws UncheckedIOException if the thread is interrupted; nothing else stops a read from memory
     */
    public void moved(Progress progress) {
        if (Thread.currentThread().isInterrupted()) {
            throw new UncheckedIOException(new InterruptedIOException("interrupted while reading records"));
        }
        oneByOne.moved(progress);
    }

    /** Counts all bytes of a source as done. */
    public void sourceDone(ByteSource source) {
        oneByOne.sourceDone(source);
    }

    /** Counts one of the files as done, with its size in bytes. */
    public void itemDone(long bytes) {
        done.addAndGet(bytes);
        if (itemsDone.incrementAndGet() % STEPS_BETWEEN_LOOKS == 0) {
            look();
        }
    }

    /** Returns a part of the work, for one of several files that the command reads at the same time. */
    public Part part() {
        return new Part();
    }

    /** Counts the progress of the files that one thread reads in sequence. */
    public final class Part {

        /** The number of bytes done in the current file. */
        private long now;

        private int steps;

        /**
         * Counts a record as read.
         *
         * @throws InterruptedIOException if the thread is interrupted; nothing else stops a read from memory
         */
        public void step(RecordReader reader) throws InterruptedIOException {
            if (++steps % STEPS_BETWEEN_LOOKS != 0) {
                return;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while reading records");
            }
            if (isSeen()) {
                moveTo(reader.sourceBytesRead());
                look();
            }
        }

        /** Shows an event of an operation on the current file. */
        public void moved(Progress progress) {
            moveTo(progress.bytes());
            look();
        }

        /** Counts more bytes of the current file as done. */
        private void advanced(long bytes) {
            synchronized (this) {
                now += bytes;
                done.addAndGet(bytes);
            }
            look();
        }

        private synchronized void moveTo(long place) {
            done.addAndGet(place - now);
            now = place;
        }

        /** Counts all bytes of a source as done. */
        public synchronized void sourceDone(ByteSource source) {
            moveTo(Math.max(now, size(source).orElse(now)));
            now = 0;
        }
    }

    /** Returns the number of bytes done so far. */
    long done() {
        return done.get();
    }

    private boolean isSeen() {
        return terminal.audience() == Terminal.Audience.PERSON;
    }

    private void look() {
        if (isSeen() && System.nanoTime() >= due) {
            show(System.nanoTime());
        }
    }

    private synchronized void show(long time) {
        if (time < due) {
            return;
        }
        due = time + NEXT_NANOS;
        shown = true;
        terminal.err().print(WIPE + line(time - began));
        terminal.err().flush();
    }

    private String line(long nanos) {
        String counted =
                items == 0 ? verb : verb + ": " + Sizes.grouped(itemsDone.get()) + " of " + Sizes.count(items, "file");
        return line(counted, done.get(), total, nanos / 1e9);
    }

    static String line(String verb, long done, long total, double seconds) {
        double rate = done / seconds;
        if (total <= 0) {
            return verb + ": " + Sizes.bytes(done) + ", " + Sizes.bytes((long) rate) + "/s";
        }
        // A second pass starts at 0 again, so that the end of the first pass does not look like the end.
        long before = Math.max(0, done - 1) / total;
        long now = done - before * total;
        long left = Math.round((total - now) / Math.max(rate, 1));
        String line = verb + (before == 0 ? "" : ", pass " + (before + 1)) + ": " + Sizes.bytes(now);
        return line + " of " + Sizes.bytes(total) + " (" + (long) (100.0 * now / total) + " %), "
                + Sizes.bytes((long) rate) + "/s, " + (left < 120 ? left + " s" : left / 60 + " min") + " left";
    }

    @Override
    public synchronized void close() {
        if (shown) {
            terminal.err().print(WIPE);
            terminal.err().flush();
        }
    }

    /** Counts the bytes that a command reads through channels. Readers of text use only channels. */
    private record Watched(ByteSource source, Part part) implements ByteSource {

        @Override
        public String name() {
            return source.name();
        }

        @Override
        public OptionalLong size() throws IOException {
            return source.size();
        }

        @Override
        public ReadableByteChannel open(long offset) throws IOException {
            ReadableByteChannel channel = source.open(offset);
            return new ReadableByteChannel() {
                @Override
                public int read(ByteBuffer target) throws IOException {
                    int count = channel.read(target);
                    part.advanced(Math.max(count, 0));
                    return count;
                }

                @Override
                public boolean isOpen() {
                    return channel.isOpen();
                }

                @Override
                public void close() throws IOException {
                    channel.close();
                }
            };
        }
    }
}
