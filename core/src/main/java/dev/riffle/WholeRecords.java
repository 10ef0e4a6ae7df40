package dev.riffle;

import java.io.IOException;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * The whole records that begin near the ends of damaged ones. The bytes are looked through in blocks, each once, however many
 * damaged records end near it, so that a file full of headers costs no more than its size.
 */
final class WholeRecords {

    private static final int BLOCK_BITS = 14;
    private static final int BLOCK_BYTES = 1 << BLOCK_BITS;

    /** How far behind a block a record may end. */
    private static final int MOST_BEHIND = BLOCK_BYTES + FrameEnds.LOOK_BYTES;

    private final TfRecordSearch search;

    /** For each block that was looked through where its whole records begin and end, counted from where it begins. */
    private final TreeMap<Long, int[]> blocks = new TreeMap<>();

    private long begin;

    WholeRecords(TfRecordSearch search) {
        this.search = search;
    }

    /** Nothing before {@code from} will be asked for any more. */
    void begin(long from) {
        begin = from;
        blocks.headMap(from >> BLOCK_BITS).clear();
    }

    /** Whether a whole record begins at {@code from} to {@code to}, exclusive, and ends at {@code first} to {@code last}. */
    boolean any(long from, long to, long first, long last) throws IOException {
        for (long block = from >> BLOCK_BITS; block << BLOCK_BITS < to; block++) {
            long zero = block << BLOCK_BITS;
            int[] found = block(block);
            for (int i = 0; i < found.length; i += 2) {
                long at = zero + found[i];
                long end = zero + found[i + 1];
                if (at >= from && at < to && end >= first && end <= last) {
                    return true;
                }
            }
        }
        return false;
    }

    private int[] block(long block) throws IOException {
        int[] known = blocks.get(block);
        if (known == null) {
            known = lookThrough(block << BLOCK_BITS);
            blocks.put(block, known);
        }
        return known;
    }

    private int[] lookThrough(long zero) throws IOException {
        int[] found = {};
        int count = 0;
        long to = zero + BLOCK_BYTES;
        for (long at = search.header(Math.max(zero, begin), to); at < to; at = search.header(at + 1, to)) {
            if (search.isWhole(at, to + MOST_BEHIND)) {
                if (count == found.length) {
                    found = Arrays.copyOf(found, Math.max(8, 2 * count));
                }
                found[count++] = (int) (at - zero);
                found[count++] = (int) (at - zero + search.frameBytes(at));
            }
        }
        return Arrays.copyOf(found, count);
    }
}
