package dev.riffle.dataset.internal.cache;

import dev.riffle.dataset.internal.engine.Node;
import java.nio.file.Path;

/** Creates the nodes that keep the elements of a pass. */
public final class Caches {

    private Caches() {}

    /** Returns the elements of a node, kept in memory for later passes. */
    public static <T> Node<T> inMemory(Node<T> input) {
        return new MemoryCacheNode<>(input);
    }

    /** Returns the elements of a node, kept in a file for later passes and runs of the same version. */
    public static <T> Node<T> inFile(Node<T> input, Path file, String version) {
        return new FileCacheNode<>(input, file, version);
    }
}
