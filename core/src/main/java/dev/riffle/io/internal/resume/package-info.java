/**
 * Decompression that begins inside a compressed file: at an access point, or after damage.
 *
 * <p>Use {@link dev.riffle.io.internal.resume.AccessPointSource} for reads at any offset, and {@link
 * dev.riffle.io.internal.resume.DamagedStream} for reads up to damage. A {@link dev.riffle.io.Compression} reads a
 * complete file in order. Access points and sources are thread-safe. One thread at a time may use any other object.
 */
@NullMarked
package dev.riffle.io.internal.resume;

import org.jspecify.annotations.NullMarked;
