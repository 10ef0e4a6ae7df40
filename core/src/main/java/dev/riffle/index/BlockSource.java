package dev.riffle.index;

import java.io.IOException;

/** Returns the blocks of a section of an index, from memory or from an index file. Safe for use by several threads. */
@FunctionalInterface
interface BlockSource {

    /** The number of bytes after the content of each block, so that a reader can read eight bytes at any byte. */
    int SLACK_BYTES = Long.BYTES;

    /**
     * Returns a block, which the caller must not change.
     *
     * @param number the number of the block, from 0
     * @throws UnusableIndexException if the block of an index file is damaged
     */
    byte[] get(long number) throws IOException;
}
