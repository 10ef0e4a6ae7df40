package dev.riffle.io.internal.resume;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the spans that were decompressed last, of all files that share the cache, up to a number of bytes. If
 * another thread is decompressing a span, a caller waits for the result. Thread-safe.
 */
public final class SpanCache {

    /** The cache of the files without a cache of their own. Many files thus take no more memory than one file. */
    public static final SpanCache SHARED =
            new SpanCache(Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 16));

    private final long mostBytes;
    private final Map<Key, Span> spans = new LinkedHashMap<>(16, 0.75f, true);
    private long totalBytes;

    /** Creates a cache. A cache of 0 bytes keeps no spans. */
    public SpanCache(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Decompresses a span. */
    interface Loader {
        byte[] load(int number) throws IOException;
    }

    /** Identifies a span. A key compares its owner by identity. */
    private record Key(Loader owner, int number) {}

    private static final class Span {
        final int size;
        private byte @Nullable [] bytes;

        Span(int size) {
            this.size = size;
        }

        /** Lets one thread decompress while the other threads wait. If that thread fails, the next thread tries. */
        synchronized byte[] bytes(Loader owner, int number) throws IOException {
            byte[] present = bytes;
            if (present == null) {
                present = owner.load(number);
                bytes = present;
            }
            return present;
        }
    }

    /** Returns the bytes of a span of {@code size} bytes. The caller must not change them. */
    byte[] get(Loader owner, int number, int size) throws IOException {
        Span span;
        synchronized (spans) {
            Key key = new Key(owner, number);
            span = spans.get(key);
            if (span == null) {
                span = new Span(size);
                spans.put(key, span);
                totalBytes += size;
                shrink();
            }
        }
        return span.bytes(owner, number);
    }

    /**
     * Removes the oldest spans until the rest is within the limit. Also removes a span that exceeds the limit by
     * itself.
     */
    private void shrink() {
        Iterator<Span> eldest = spans.values().iterator();
        while (totalBytes > mostBytes && eldest.hasNext()) {
            totalBytes -= eldest.next().size;
            eldest.remove();
        }
    }

    /** Removes all spans of an owner. */
    void forget(Loader owner) {
        synchronized (spans) {
            for (Iterator<Map.Entry<Key, Span>> each = spans.entrySet().iterator(); each.hasNext(); ) {
                Map.Entry<Key, Span> next = each.next();
                if (next.getKey().owner == owner) {
                    totalBytes -= next.getValue().size;
                    each.remove();
                }
            }
        }
    }

    long totalBytes() {
        synchronized (spans) {
            return totalBytes;
        }
    }
}
