package dev.riffle.dataset.internal.cache;

import dev.riffle.dataset.internal.engine.Node;
import java.nio.file.Path;

/** Creates nodes that keep the elements of a pass. */
public final class Caches {

    private Caches() {}

    /** Returns a node that keeps the elements of {@code input} in memory for later passes. */
    public static <T> Node<T> inMemory(Node<T> input) {
        return new MemoryCacheNode<>(input);
    }

    /**
     * Returns a node that keeps the elements of {@code input} in a file, for later passes and for runs with the same
     * version.
     */
    public static <T> Node<T> inFile(Node<T> input, Path file, String version) {
        return new FileCacheNode<>(input, file, version);
    }
}
