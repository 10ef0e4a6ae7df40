/**
 * Decompression that begins inside a compressed file: at an access point, or after damage.
 *
 * <p>Open {@link dev.riffle.io.internal.resume.AccessPointSource} first for reads at any offset,
 * {@link dev.riffle.io.internal.resume.DamagedStream} for reads to the next damage. A {@link dev.riffle.io.Compression}
 * reads a whole file in order. Access points and sources are thread-safe. One thread at a time may use any other
 * object.
 */
@NullMarked
package dev.riffle.io.internal.resume;

import org.jspecify.annotations.NullMarked;
