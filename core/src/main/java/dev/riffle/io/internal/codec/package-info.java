/**
 * Decoders and encoders of compressed bytes in memory: deflate, gzip members and raw Snappy.
 *
 * <p>Begin with {@link dev.riffle.io.internal.codec.CompressedBytes}, the buffer from which decoders read. The channels
 * of {@code dev.riffle.io} use these types and report a {@link dev.riffle.io.internal.codec.MalformedStreamException}
 * to callers. One thread at a time may use an object.
 */
@NullMarked
package dev.riffle.io.internal.codec;

import org.jspecify.annotations.NullMarked;
