package dev.riffle.parse;

import dev.riffle.example.internal.RecordPlace;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The known origins of the payloads of a batch. */
final class PayloadOrigins {

    private static final int FIRST_SIZE = 16;

    private int size;
    private @Nullable String[] sources = new String[FIRST_SIZE];
    private long[] recordIndexes = new long[FIRST_SIZE];
    private long[] offsets = new long[FIRST_SIZE];

    /**
     * Adds the origin of a payload. The payload's number must be higher than the numbers of all earlier payloads with
     * an origin.
     */
    void add(int payload, String source, long recordIndex, long offset) {
        if (payload >= sources.length) {
            int more = Math.max(payload + 1, 2 * sources.length);
            sources = Arrays.copyOf(sources, more);
            recordIndexes = Arrays.copyOf(recordIndexes, more);
            offsets = Arrays.copyOf(offsets, more);
        }
        Arrays.fill(sources, size, payload, null);
        sources[payload] = source;
        recordIndexes[payload] = recordIndex;
        offsets[payload] = offset;
        size = payload + 1;
    }

    /** Returns the origin of a payload, or null if the origin is unknown. */
    @Nullable
    RecordPlace of(int payload) {
        String source = payload < size ? sources[payload] : null;
        return source == null ? null : new RecordPlace(source, recordIndexes[payload], offsets[payload]);
    }

    /**
     * Moves the origin of payload {@code indexes[i]} to payload {@code i}, and removes all other origins.
     * {@code indexes[i]} must be at least {@code i}.
     */
    void keep(int[] indexes, int count) {
        int kept = 0;
        while (kept < count && indexes[kept] < size) {
            sources[kept] = sources[indexes[kept]];
            recordIndexes[kept] = recordIndexes[indexes[kept]];
            offsets[kept] = offsets[indexes[kept]];
            kept++;
        }
        size = kept;
    }

    /** Removes the origins of all payloads after the first {@code payloads}. */
    void keepFirst(int payloads) {
        size = Math.min(size, payloads);
    }
}
