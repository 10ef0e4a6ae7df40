package dev.riffle.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reads ranges of a source into memory. A request to remote storage takes time, and the storage bills each byte sent.
 * So ranges that touch or overlap become one request. The bytes of short gaps are read, too, while all gaps together
 * stay below a fixed part of the wanted bytes.
 */
final class RangeReads {

    /** The gaps that one call may read: this number of bytes, and a tenth of the wanted bytes. */
    private static final long FREE_GAP_BYTES = 32 << 10;

    private static final int GAP_FRACTION = 10;

    /** The largest request for several ranges. It bounds the memory that one small result keeps alive. */
    private static final long MOST_JOINED_BYTES = 8 << 20;

    /** The first allocation. A later one doubles it, so that a wrong length does not allocate memory. */
    private static final int FIRST_BYTES = 1 << 20;

    private static final int MOST_ARRAY_BYTES = Integer.MAX_VALUE - 8;
    private static final int MOST_EMPTY_READS = 1000;

    private RangeReads() {}

    static Bytes read(ByteSource source, long offset, int length) throws IOException {
        if (length < 0) {
            throw new IllegalArgumentException("length must not be negative: " + length);
        }
        if (offset < 0) {
            throw new IllegalArgumentException("offset must not be negative: " + offset);
        }
        if (length == 0) {
            return Bytes.empty();
        }
        byte[] bytes = new byte[Math.min(length, FIRST_BYTES)];
        int filled = 0;
        try (ReadableByteChannel channel = source.open(offset, length)) {
            int emptyReads = 0;
            while (filled < length) {
                if (filled == bytes.length) {
                    bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * filled));
                }
                int count = channel.read(ByteBuffer.wrap(bytes, filled, bytes.length - filled));
                if (count < 0) {
                    break;
                }
                filled += count;
                emptyReads = count == 0 ? emptyReads + 1 : 0;
                if (emptyReads > MOST_EMPTY_READS) {
                    throw new IOException(
                            source.name() + ": the channel returns neither bytes nor its end; use a blocking channel");
                }
            }
        }
        return Bytes.ofOwned(filled == bytes.length ? bytes : Arrays.copyOf(bytes, filled));
    }

    static List<Bytes> readAll(ByteSource source, List<ByteRange> ranges) throws IOException {
        int[] order = IntStream.range(0, ranges.size())
                .filter(i -> ranges.get(i).length() > 0)
                .boxed()
                .sorted(Comparator.comparingLong(i -> ranges.get(i).offset()))
                .mapToInt(i -> i)
                .toArray();
        Bytes[] read = new Bytes[ranges.size()];
        Arrays.fill(read, Bytes.empty());
        long mostGap = mostGap(ranges, order);
        for (int i = 0; i < order.length; ) {
            ByteRange first = ranges.get(order[i]);
            long end = first.end();
            int next = i + 1;
            while (next < order.length) {
                ByteRange candidate = ranges.get(order[next]);
                long joined = Math.max(end, candidate.end());
                if (candidate.offset() - end > mostGap || joined - first.offset() > MOST_JOINED_BYTES) {
                    break;
                }
                end = joined;
                next++;
            }
            if (end - first.offset() > MOST_ARRAY_BYTES) {
                throw new IllegalArgumentException(
                        "a range must have at most " + MOST_ARRAY_BYTES + " bytes: " + first.length());
            }
            Bytes block = source.read(first.offset(), (int) (end - first.offset()));
            for (; i < next; i++) {
                ByteRange range = ranges.get(order[i]);
                int from = (int) Math.min(range.offset() - first.offset(), block.size());
                read[order[i]] = block.slice(from, (int) Math.min(range.end() - first.offset(), block.size()));
            }
        }
        return List.of(read);
    }

    /** Returns the largest gap to read. All gaps up to this size together stay below the limit. */
    private static long mostGap(List<ByteRange> ranges, int[] order) {
        List<Long> gaps = new ArrayList<>();
        long wanted = 0;
        long end = Long.MAX_VALUE;
        for (int i : order) {
            ByteRange range = ranges.get(i);
            wanted += range.length();
            if (range.offset() > end) {
                gaps.add(range.offset() - end);
            }
            end = end == Long.MAX_VALUE ? range.end() : Math.max(end, range.end());
        }
        gaps.sort(null);
        long left = FREE_GAP_BYTES + wanted / GAP_FRACTION;
        long most = 0;
        for (int i = 0; i < gaps.size(); i++) {
            left -= gaps.get(i);
            if (left < 0) {
                break;
            }
            // Gaps of equal size count together, because they are all read or all left out.
            if (i + 1 == gaps.size() || !gaps.get(i + 1).equals(gaps.get(i))) {
                most = gaps.get(i);
            }
        }
        return most;
    }
}
