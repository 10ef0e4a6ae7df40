package dev.riffle.internal;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Mappings that end when their arena is closed, on JDK 22 and newer. This class finds the necessary methods by name,
 * because the library must also run on JDK 17.
 */
final class Arenas {

    /** The largest number of bytes of an arena that fit into a buffer. */
    static final long MOST_BYTES = Integer.MAX_VALUE - 8;

    private static final int FIRST_RELEASE = 22;

    private static final @Nullable Calls CALLS = find();

    /** Arenas that this class could not close, because a thread of the caller was using a view of them. */
    private static final ConcurrentLinkedQueue<AutoCloseable> LEFT = new ConcurrentLinkedQueue<>();

    private Arenas() {}

    /** The three methods that JDK 17 does not have. */
    private record Calls(MethodHandle ofShared, MethodHandle map, MethodHandle asByteBuffer) {}

    private static @Nullable Calls find() {
        // JDK 21 also has the types, but only as a preview.
        if (Runtime.version().feature() < FIRST_RELEASE) {
            return null;
        }
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> arena = Class.forName("java.lang.foreign.Arena");
            Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
            MethodType mapping =
                    MethodType.methodType(segment, FileChannel.MapMode.class, long.class, long.class, arena);
            return new Calls(
                    lookup.findStatic(arena, "ofShared", MethodType.methodType(arena))
                            .asType(MethodType.methodType(AutoCloseable.class)),
                    lookup.findVirtual(FileChannel.class, "map", mapping)
                            .asType(MethodType.methodType(
                                    Object.class,
                                    FileChannel.class,
                                    FileChannel.MapMode.class,
                                    long.class,
                                    long.class,
                                    AutoCloseable.class)),
                    lookup.findVirtual(segment, "asByteBuffer", MethodType.methodType(ByteBuffer.class))
                            .asType(MethodType.methodType(ByteBuffer.class, Object.class)));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("java.lang.foreign differs from that of JDK 22", e);
        }
    }

    static boolean areAvailable() {
        return CALLS != null;
    }

    static Mapping map(FileChannel channel, long offset, long length) throws IOException {
        Calls calls = CALLS;
        if (calls == null) {
            throw new AssertionError("this JDK has no arenas");
        }
        closeLeft();
        try {
            AutoCloseable arena = (AutoCloseable) calls.ofShared().invokeExact();
            try {
                Object segment =
                        (Object) calls.map().invokeExact(channel, FileChannel.MapMode.READ_ONLY, offset, length, arena);
                ByteBuffer bytes = (ByteBuffer) calls.asByteBuffer().invokeExact(segment);
                Mapping.EXISTING.incrementAndGet();
                return new Mapping(bytes, () -> {
                    Mapping.EXISTING.decrementAndGet();
                    close(arena);
                });
            } catch (Throwable e) {
                close(arena);
                throw e;
            }
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static void close(AutoCloseable arena) {
        closeLeft();
        tryToClose(arena);
    }

    private static void closeLeft() {
        for (int i = LEFT.size(); i > 0; i--) {
            AutoCloseable arena = LEFT.poll();
            if (arena == null) {
                return;
            }
            tryToClose(arena);
        }
    }

    private static void tryToClose(AutoCloseable arena) {
        try {
            arena.close();
        } catch (IllegalStateException used) {
            // A channel operation of the caller is using a view. The next mapping tries again to close the arena.
            LEFT.add(arena);
        } catch (Exception e) {
            throw new AssertionError("unexpected exception of an arena", e);
        }
    }
}
