package dev.riffle.io.internal.codec;

import java.nio.channels.ReadableByteChannel;

/** A channel over bytes in memory that reports the number of bytes left. */
public interface SizedChannel extends ReadableByteChannel {

    /** Returns the number of bytes that are not read yet. */
    int remaining();
}
