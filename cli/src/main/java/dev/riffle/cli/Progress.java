package dev.riffle.cli;

import dev.riffle.RecordReader;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A line on standard error that shows how far long work is: only for a person, only after a second, five times a second.
 * Closing it wipes the line away.
 */
final class Progress implements AutoCloseable {

    private static final long FIRST_NANOS = 1_000_000_000L;
    private static final long NEXT_NANOS = 200_000_000L;
    private static final int STEPS_BETWEEN_LOOKS = 64;
    private static final String WIPE = "\r\033[K";

    private final Terminal terminal;
    private final String verb;
    private final long total;
    private final long items;
    private final long began = System.nanoTime();

    private long behind;
    private long itemsDone;
    private long now;
    private long due = began + FIRST_NANOS;
    private int steps;
    private boolean shown;

    private Progress(Terminal terminal, String verb, long total, long items) {
        this.terminal = terminal;
        this.verb = verb;
        this.total = total;
        this.items = items;
    }

    /** Progress over these files. Files whose size is unknown, standard input for one, leave the end open. */
    static Progress over(Terminal terminal, String verb, List<InputFile> files) {
        return overSources(terminal, verb, files.stream().map(InputFile::source).toList());
    }

    /** Progress over these sources; see {@link #over}. */
    static Progress overSources(Terminal terminal, String verb, List<ByteSource> sources) {
        long total = 0;
        for (ByteSource source : sources) {
            OptionalLong size = size(source);
            if (size.isEmpty()) {
                total = 0;
                break;
            }
            total += size.getAsLong();
        }
        return new Progress(terminal, verb, total, 0);
    }

    /** Progress over so many files, of so many bytes together. */
    static Progress overItems(Terminal terminal, String verb, long items, long total) {
        return new Progress(terminal, verb, total, items);
    }

    /** Progress that nobody sees, because what is printed is on the same screen. */
    static Progress silent(Terminal terminal) {
        return new Progress(terminal.forProgram(), "", 0, 0);
    }

    private static OptionalLong size(ByteSource source) {
        try {
            return source.size();
        } catch (IOException e) {
            // the error shows where the file is opened
            return OptionalLong.of(0);
        }
    }

    /** The same source, whose bytes count as work done when they are read through a channel. */
    ByteSource watch(ByteSource source) {
        return terminal.audience() == Terminal.Audience.PERSON ? new Watched(source) : source;
    }

    /** A record was read. */
    void step(RecordReader reader) {
        if (++steps % STEPS_BETWEEN_LOOKS == 0 && terminal.audience() == Terminal.Audience.PERSON) {
            if (reader.compression() == Compression.NONE) {
                now = reader.offset();
            }
            look();
        }
    }

    /** A file is done, of which so much was read. */
    void fileDone(InputFile file) {
        sourceDone(file.source());
    }

    /** A source is done, all of which was read. */
    void sourceDone(ByteSource source) {
        behind += size(source).orElse(now);
        now = 0;
    }

    /** One of the files is done, of so many bytes. */
    void itemDone(long bytes) {
        behind += bytes;
        itemsDone++;
        if (++steps % STEPS_BETWEEN_LOOKS == 0 && terminal.audience() == Terminal.Audience.PERSON) {
            look();
        }
    }

    private void look() {
        long time = System.nanoTime();
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
                items == 0 ? verb : verb + ": " + Sizes.grouped(itemsDone) + " of " + Sizes.count(items, "file");
        return line(counted, behind + now, total, nanos / 1e9);
    }

    static String line(String verb, long done, long total, double seconds) {
        double rate = done / seconds;
        String line = verb + ": " + Sizes.bytes(done);
        if (total <= 0) {
            return line + ", " + Sizes.bytes((long) rate) + "/s";
        }
        long left = Math.round(Math.max(0, total - done) / Math.max(rate, 1));
        return line + " of " + Sizes.bytes(total) + " (" + Math.min(100, 100 * done / total) + " %), "
                + Sizes.bytes((long) rate) + "/s, " + (left < 120 ? left + " s" : left / 60 + " min") + " left";
    }

    @Override
    public void close() {
        if (shown) {
            terminal.err().print(WIPE);
            terminal.err().flush();
        }
    }

    /** Counts what is read through channels. */
    private final class Watched implements ByteSource {

        private final ByteSource source;

        Watched(ByteSource source) {
            this.source = source;
        }

        @Override
        public String name() {
            return source.name();
        }

        @Override
        public OptionalLong size() throws IOException {
            return source.size();
        }

        @Override
        public Optional<ByteBuffer> view(long offset, int length) throws IOException {
            return source.view(offset, length);
        }

        @Override
        public Optional<SourcePart> partAt(long offset) throws IOException {
            return source.partAt(offset);
        }

        @Override
        public ReadableByteChannel open(long offset) throws IOException {
            ReadableByteChannel channel = source.open(offset);
            return new ReadableByteChannel() {
                @Override
                public int read(ByteBuffer target) throws IOException {
                    int count = channel.read(target);
                    now += Math.max(count, 0);
                    look();
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
