package dev.riffle.index;

import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.file.WritingLock;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Sorted runs of keys in a temporary file beside an index file, for keys that exceed the memory limit. The file exists
 * only if a run was added. Several threads can add runs.
 */
final class KeyRuns implements Closeable {

    /** The memory that a key takes while it is collected, sorted and written. */
    private static final int BYTES_FOR_A_KEY = 48;

    private static final int MOST_READ_BYTES = 64 << 10;

    private final Path index;
    private final long memory;
    private final int mostKeys;
    private @Nullable WritingLock writing;
    private @Nullable SeekableByteChannel channel;

    /**
     * A run.
     *
     * @param place the offset of the run in the file
     * @param keys the number of keys
     * @param first the number that the record numbers of the run count from
     */
    record Run(long place, long keys, long first) {

        Run after(long records) {
            return new Run(place, keys, first + records);
        }
    }

    KeyRuns(Path index, IndexOptions options) {
        this.index = index;
        this.memory = options.memory();
        // Some splits wait for the previous ones.
        long collectors = 2L * options.threads() + 4;
        this.mostKeys =
                (int) Math.max(KeyColumn.BLOCK_KEYS, Math.min(KeyCollector.MAX, memory / collectors / BYTES_FOR_A_KEY));
    }

    /** Returns the number of keys after which a collector adds a run. */
    int mostKeys() {
        return mostKeys;
    }

    synchronized Run add(KeyColumn keys) throws IOException {
        SeekableByteChannel out = open();
        Run run = new Run(out.size(), keys.count(), 0);
        out.position(run.place);
        for (long i = 0; i < KeyColumn.blocks(keys.count()); i++) {
            byte[] block = keys.blocks().get(i);
            ByteBuffer bytes = ByteBuffer.wrap(block, 0, block.length - BlockSource.SLACK_BYTES);
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
        }
        return run;
    }

    private SeekableByteChannel open() throws IOException {
        SeekableByteChannel opened = channel;
        if (opened == null) {
            writing = WritingLock.begin(index, index.getFileName().toString());
            Path hidden = writing.hidden(index, "-1.tmp");
            WritingLock.createPrivate(hidden);
            opened = Files.newByteChannel(
                    hidden, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
            channel = opened;
        }
        return opened;
    }

    /** Returns the blocks of all keys of these runs. The caller reads each block once, in order. */
    BlockSource merged(List<Run> runs) throws IOException {
        int bytes = (int) Math.max(KeyColumn.KEY_BYTES, Math.min(MOST_READ_BYTES, memory / 2 / runs.size()));
        PriorityQueue<Cursor> queue = new PriorityQueue<>(
                Comparator.<Cursor>comparingLong(each -> each.hash).thenComparingInt(each -> each.record));
        for (Run run : runs) {
            queue.add(new Cursor(run, bytes));
        }
        return number -> {
            byte[] block = new byte[KeyColumn.BLOCK_BYTES + BlockSource.SLACK_BYTES];
            int at = 0;
            for (; at < KeyColumn.BLOCK_BYTES && !queue.isEmpty(); at += KeyColumn.KEY_BYTES) {
                Cursor least = queue.remove();
                LittleEndian.putLong(block, at, least.hash);
                LittleEndian.putInt(block, at + Long.BYTES, least.record);
                if (least.next()) {
                    queue.add(least);
                }
            }
            return Arrays.copyOf(block, at + BlockSource.SLACK_BYTES);
        };
    }

    /** Reads the keys of a run, which has at least one key, in order. */
    private final class Cursor {

        private final Run run;
        private final ByteBuffer read;
        private long place;
        private long hash;
        private int record;

        Cursor(Run run, int bytes) throws IOException {
            this.run = run;
            this.read = ByteBuffer.allocate(bytes - bytes % KeyColumn.KEY_BYTES).limit(0);
            this.place = run.place;
            next();
        }

        boolean next() throws IOException {
            long end = run.place + run.keys * KeyColumn.KEY_BYTES;
            if (!read.hasRemaining()) {
                if (place == end) {
                    return false;
                }
                read.clear().limit((int) Math.min(read.capacity(), end - place));
                SeekableByteChannel in = open().position(place);
                place += read.remaining();
                while (read.hasRemaining()) {
                    if (in.read(read) < 0) {
                        throw new EOFException(index + ": another program has changed the temporary file of the keys");
                    }
                }
                read.flip();
            }
            hash = LittleEndian.getLong(read.array(), read.position());
            record = (int) (run.first + LittleEndian.getInt(read.array(), read.position() + Long.BYTES));
            read.position(read.position() + KeyColumn.KEY_BYTES);
            return true;
        }
    }

    /** Deletes the file. */
    @Override
    public synchronized void close() throws IOException {
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            if (writing != null) {
                writing.close();
            }
        }
    }
}
