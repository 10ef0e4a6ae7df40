package dev.riffle.io.internal.codec;

import java.nio.channels.ReadableByteChannel;

/** A channel over bytes in memory, which knows how many are left. */
public interface SizedChannel extends ReadableByteChannel {

    /** Returns the number of bytes that were not read yet. */
    int remaining();
}
