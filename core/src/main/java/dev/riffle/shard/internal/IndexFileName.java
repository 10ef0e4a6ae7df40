package dev.riffle.shard.internal;

import java.nio.file.Path;

/** Computes the name of an index file: {@code .NAME.index} next to {@code NAME}. */
public final class IndexFileName {

    private IndexFileName() {}

    /** Returns the path of the index file of this data file. */
    public static Path of(Path data) {
        return data.resolveSibling("." + data.getFileName() + ".index");
    }
}
