package dev.riffle.io.internal.resume;

import dev.riffle.io.ByteRange;
import dev.riffle.io.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Plans few requests for several ranges. A request to remote storage takes time, and the storage bills each byte sent.
 * So ranges that touch or overlap become one request. The bytes of short gaps are read, too, while all gaps together
 * stay below a fixed part of the wanted bytes.
 */
final class JoinedRanges {

    /** The gaps that one plan may read: this number of bytes, and a tenth of the wanted bytes. */
    private static final long FREE_GAP_BYTES = 32 << 10;

    private static final int GAP_FRACTION = 10;

    /** The largest request for several ranges. It bounds the memory that one small result keeps alive. */
    private static final long MOST_JOINED_BYTES = 8 << 20;

    private final List<ByteRange> ranges;
    private final List<ByteRange> requests = new ArrayList<>();

    /** The number of the request that contains a range. */
    private final int[] requestOf;

    private JoinedRanges(List<ByteRange> ranges) {
        this.ranges = ranges;
        this.requestOf = new int[ranges.size()];
    }

    static JoinedRanges of(List<ByteRange> ranges) {
        JoinedRanges joined = new JoinedRanges(ranges);
        joined.join();
        return joined;
    }

    /** Returns the ranges to request, in ascending order and without overlap. */
    List<ByteRange> requests() {
        return requests;
    }

    /** Returns the number of the request that contains a range. The range must have bytes. */
    int requestOf(int range) {
        return requestOf[range];
    }

    /** Returns the bytes of the ranges as parts of the requested bytes. */
    List<Bytes> divide(List<Bytes> read) {
        List<Bytes> parts = new ArrayList<>();
        for (int i = 0; i < requestOf.length; i++) {
            ByteRange range = ranges.get(i);
            if (range.length() == 0) {
                parts.add(Bytes.empty());
                continue;
            }
            Bytes bytes = read.get(requestOf[i]);
            long from = range.offset() - requests.get(requestOf[i]).offset();
            parts.add(bytes.slice(
                    (int) Math.min(from, bytes.size()), (int) Math.min(from + range.length(), bytes.size())));
        }
        return parts;
    }

    private void join() {
        int[] order = IntStream.range(0, ranges.size())
                .filter(i -> ranges.get(i).length() > 0)
                .boxed()
                .sorted(Comparator.comparingLong(i -> ranges.get(i).offset()))
                .mapToInt(i -> i)
                .toArray();
        long mostGap = mostGap(order);
        for (int i : order) {
            ByteRange range = ranges.get(i);
            ByteRange last = requests.isEmpty() ? null : requests.get(requests.size() - 1);
            if (last == null || range.offset() - last.end() > mostGap || !fits(last, range)) {
                requests.add(range);
            } else {
                long end = Math.max(last.end(), range.end());
                requests.set(requests.size() - 1, new ByteRange(last.offset(), end - last.offset()));
            }
            requestOf[i] = requests.size() - 1;
        }
    }

    /** Returns whether a request may also contain a range. Overlapping ranges must be one request. */
    private static boolean fits(ByteRange request, ByteRange range) {
        return range.offset() < request.end() || range.end() - request.offset() <= MOST_JOINED_BYTES;
    }

    /** Returns the largest gap to read. All gaps up to this size together stay below the limit. */
    private long mostGap(int[] order) {
        long wanted = 0;
        long[] gaps = new long[order.length];
        long end = Long.MAX_VALUE;
        for (int i = 0; i < order.length; i++) {
            ByteRange range = ranges.get(order[i]);
            wanted += range.length();
            gaps[i] = Math.max(0, range.offset() - end);
            end = i == 0 ? range.end() : Math.max(end, range.end());
        }
        Arrays.sort(gaps);
        long left = FREE_GAP_BYTES + wanted / GAP_FRACTION;
        long most = 0;
        for (int i = 0; i < gaps.length && gaps[i] <= left; i++) {
            left -= gaps[i];
            // Gaps of equal size count together, because they are all read or all left out.
            if (i + 1 == gaps.length || gaps[i + 1] > gaps[i]) {
                most = gaps[i];
            }
        }
        return most;
    }
}
