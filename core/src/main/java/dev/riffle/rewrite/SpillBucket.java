package dev.riffle.rewrite;

import dev.riffle.internal.Varints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stores the records whose keys begin with the same bits, in number order. A record consists of the difference from the
 * previous number and the length, both as varints, and the payload. So a record needs fewer bytes than in a record
 * file. If memory is short, the first records are in a file and the last ones in pages.
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

    /** Returns the number of equal leading bits in the keys of all records. */
    int keyBits() {
        return keyBits;
    }

    long records() {
        return records;
    }

    /** Returns the size of the records in bytes, in memory and in the file. */
    long bytes() {
        return bytes;
    }

    /** Returns the number of pages in memory. */
    int pages() {
        return pages.size();
    }

    boolean isSpilled() {
        return file != null;
    }

    /** Adds a record, whose number must be larger than all earlier numbers. */
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
                // This may spill all other pages of this bucket.
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

    /** Moves the records in memory to the file. */
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
     * Loads all records into memory, which must be large enough, and deletes the file. Returns the pages. All pages
     * except the last are full. The first record begins in the first page at {@link #start()}.
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
            reading.checkComplete();
        }
        from.close();
        loaded.addAll(pages);
        pages.clear();
        pages.addAll(loaded);
        return pages;
    }

    /**
     * Returns the offset of the first record in the first page after {@link #load}. The bytes of the file end at a page
     * end.
     */
    int start() {
        return file == null ? 0 : (int) Math.floorMod(-file.size(), (long) pool.pageBytes());
    }

    /** Returns all pages to the pool. */
    void release() {
        pool.give(pages);
        pages.clear();
        memoryBytes = 0;
    }

    /** Returns a reader that loads the records page by page and removes them from the bucket. */
    SpillReader reader() throws IOException {
        return new SpillReader(file, List.copyOf(pages), memoryBytes, pool);
    }
}
