package dev.riffle.rewrite;

import dev.riffle.internal.Varints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records whose keys begin with the same bits, in the order of their numbers: each as the distance of its number from
 * that of the one before, its length, both of them varints, and its payload. So a record takes less here than in a record file.
 * What comes first is in a file if there is not room enough, what comes last in pages.
 */
final class SpillBucket {

    private final int keyBits;
    private final SpillPool pool;
    private final List<byte[]> pages = new ArrayList<>();
    private final byte[] header = new byte[2 * Varints.MAX_SIZE];
    private @Nullable SpillFile file;
    private int lastSize;
    private long memoryBytes;
    private long records;
    private long bytes;
    private long next;

    SpillBucket(int keyBits, SpillPool pool) {
        this.keyBits = keyBits;
        this.pool = pool;
    }

    /** How many bits the keys of all its records have in common, at least. */
    int keyBits() {
        return keyBits;
    }

    long records() {
        return records;
    }

    /** What its records take, wherever they are. */
    long bytes() {
        return bytes;
    }

    /** How many pages it has in memory. */
    int pages() {
        return pages.size();
    }

    boolean isSpilled() {
        return file != null;
    }

    /** Adds a record with a number above that of all others. */
    void add(long number, ByteBuffer payload) throws IOException {
        int size = Varints.write(header, 0, number - next);
        size = Varints.write(header, size, payload.remaining());
        put(ByteBuffer.wrap(header, 0, size));
        put(payload);
        next = number + 1;
        records++;
    }

    private void put(ByteBuffer source) throws IOException {
        while (source.hasRemaining()) {
            if (pages.isEmpty() || lastSize == pool.pageBytes()) {
                // This may take all other pages of this very bucket.
                byte[] page = pool.take();
                pages.add(page);
                lastSize = 0;
            }
            int count = Math.min(pool.pageBytes() - lastSize, source.remaining());
            source.get(pages.get(pages.size() - 1), lastSize, count);
            lastSize += count;
            memoryBytes += count;
            bytes += count;
        }
    }

    /** Moves what is in memory to the file. */
    void spill(SpillFolder folder) throws IOException {
        if (pages.isEmpty()) {
            return;
        }
        SpillFile written = file;
        if (written == null) {
            written = folder.create();
            file = written;
        }
        written.append(pages, lastSize);
        pool.give(pages);
        pages.clear();
        memoryBytes = 0;
    }

    /**
     * Brings everything into memory, which must have room, and gives the pages. The first record begins in the first page at
     * {@link #start()}; all are full but the last. The file is gone afterwards.
     */
    List<byte[]> load() throws IOException {
        SpillFile from = file;
        if (from == null) {
            return pages;
        }
        List<byte[]> loaded = new ArrayList<>();
        try (SpillFile.Reading reading = from.read()) {
            int at = start();
            for (long left = from.size(); left > 0; ) {
                byte[] page = pool.take();
                loaded.add(page);
                int count = (int) Math.min(left, page.length - at);
                reading.read(page, at, count);
                left -= count;
                at = 0;
            }
            reading.checkWhole();
        }
        from.close();
        loaded.addAll(pages);
        pages.clear();
        pages.addAll(loaded);
        return pages;
    }

    /** Where the first record begins when all is loaded: the part from the file ends with a page. */
    int start() {
        return file == null ? 0 : (int) Math.floorMod(-file.size(), (long) pool.pageBytes());
    }

    /** Gives the pages back. */
    void release() {
        pool.give(pages);
        pages.clear();
        memoryBytes = 0;
    }

    /** Walks over the records without having all of them in memory. What was walked over is gone afterwards. */
    SpillWalk walk() throws IOException {
        return new SpillWalk(file, List.copyOf(pages), memoryBytes, pool);
    }
}
