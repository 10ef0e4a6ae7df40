/**
 * Sources and sinks of bytes, compression, and the immutable {@link dev.riffle.io.Bytes}.
 *
 * <p>Begin with {@link dev.riffle.io.ByteSource}. Most callers use only {@code dev.riffle}, which reads and writes
 * records. Implement a source or a sink to use storage other than files; {@code docs/guides/own-storage.md} has an
 * example. Implement {@link dev.riffle.io.Compression} to add a compression. Sources, sinks and compressions are
 * thread-safe. One thread at a time may use a channel that they open.
 */
@NullMarked
package dev.riffle.io;

import org.jspecify.annotations.NullMarked;
