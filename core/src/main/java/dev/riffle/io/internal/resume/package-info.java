/**
 * Reads that begin inside a file: ranges of stored bytes, and decompression from an access point or after damage.
 *
 * <p>Use {@link dev.riffle.io.internal.resume.AccessPointSource} for reads at any offset, and {@link
 * dev.riffle.io.internal.resume.DamagedStream} for reads up to damage. A {@link dev.riffle.io.Compression} reads a
 * complete file in order. {@link dev.riffle.io.internal.resume.RangedReader} reads the stored bytes of any source in
 * ranges, which remote storage needs. {@link dev.riffle.io.internal.resume.StoredBytes} sends the requests. Access
 * points, stored bytes and sources are thread-safe. One thread at a time may use any other object.
 */
@NullMarked
package dev.riffle.io.internal.resume;

import org.jspecify.annotations.NullMarked;
