package dev.riffle.internal;

import java.io.IOException;
import java.util.Optional;

/** A source whose mappings end when their user releases them. */
public interface MappableSource {

    /**
     * Maps a part of the bytes for reading. Empty if the bytes must be read from a channel.
     *
     * @param offset the beginning of the mapping, at least 0
     * @param length the number of bytes wanted, at least 1. The mapping may have fewer
     * @throws IOException if the source cannot be opened
     */
    Optional<Mapping> map(long offset, int length) throws IOException;

    /** Like {@link #map}, for a caller that reads the file often. Also maps files that are faster to read once. */
    default Optional<Mapping> mapAny(long offset, int length) throws IOException {
        return map(offset, length);
    }

    /** Returns whether the source is a file of the default file system, so that its channels are file channels. */
    default boolean isLocalFile() {
        return false;
    }
}
