package dev.riffle.internal;

import java.io.IOException;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Unused mappings on JDK 17 to 21, which only a garbage collection ends. A new user of the same part of the same file
 * gets the unused mapping. If unused mappings have too many bytes, new readers use a buffer until a garbage collection
 * ends some of them. A reader that has begun to map continues to map.
 */
final class ClosedMappings {

    /** The largest number of bytes that stay mapped without a user. */
    static final long MOST_BYTES = 4L << 30;

    /** A part of a version of a file. A mapped file keeps its key, even after it is deleted. */
    private record Part(@Nullable Object version, long offset, long length) {}

    /** An unused mapping that no garbage collection has ended yet. */
    private static final class Closed extends WeakReference<ByteBuffer> {
        final Part part;

        Closed(ByteBuffer bytes, Part part) {
            super(bytes, COLLECTED);
            this.part = part;
        }
    }

    private static final ReferenceQueue<ByteBuffer> COLLECTED = new ReferenceQueue<>();
    private static final Map<Part, Set<Closed>> CLOSED = new HashMap<>();
    private static long closedBytes;

    private ClosedMappings() {}

    static Mapping map(FileChannel channel, @Nullable Object version, long offset, long length) throws IOException {
        Part part = new Part(version, offset, length);
        ByteBuffer bytes = take(part);
        if (bytes == null) {
            bytes = channel.map(FileChannel.MapMode.READ_ONLY, offset, length);
            Mapping.EXISTING.incrementAndGet();
        }
        ByteBuffer mapped = bytes;
        return new Mapping(mapped.duplicate(), () -> close(mapped, part));
    }

    private static synchronized void close(ByteBuffer mapped, Part part) {
        CLOSED.computeIfAbsent(part, none -> new HashSet<>()).add(new Closed(mapped, part));
        closedBytes += part.length();
    }

    /** Returns whether unused mappings have too many bytes. */
    static synchronized boolean areTooMany() {
        for (Object found = COLLECTED.poll(); found != null; found = COLLECTED.poll()) {
            if (found instanceof Closed closed && remove(closed)) {
                Mapping.EXISTING.decrementAndGet();
            }
        }
        return closedBytes >= MOST_BYTES;
    }

    /** Returns false, without an effect, if a new user has the mapping. */
    private static boolean remove(Closed closed) {
        Set<Closed> same = CLOSED.get(closed.part);
        if (same == null || !same.remove(closed)) {
            return false;
        }
        closedBytes -= closed.part.length();
        if (same.isEmpty()) {
            CLOSED.remove(closed.part);
        }
        return true;
    }

    private static synchronized @Nullable ByteBuffer take(Part part) {
        if (part.version() == null) {
            return null;
        }
        for (Closed closed : CLOSED.getOrDefault(part, Set.of())) {
            ByteBuffer mapped = closed.get();
            if (mapped != null) {
                remove(closed);
                return mapped;
            }
        }
        return null;
    }
}
