package dev.riffle.internal;

import java.io.IOException;
import java.util.Optional;

/** A source of bytes that can give a mapping whose user says when it ends. */
public interface MappableSource {

    /**
     * Maps some of the bytes for reading. Empty if they have to be read.
     *
     * @param offset where the mapping begins, at least 0
     * @param length number of bytes wanted, at least 1; the mapping may have fewer
     * @throws IOException if the source cannot be opened
     */
    Optional<Mapping> map(long offset, int length) throws IOException;
}
