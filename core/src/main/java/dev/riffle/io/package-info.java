/**
 * Where bytes come from and go to: sources, sinks, compression, and the immutable {@link dev.riffle.io.Bytes}.
 *
 * <p>Open {@link dev.riffle.io.ByteSource} first. Records are the business of {@link dev.riffle}, which most callers use
 * alone; implement a source or a sink here to read from somewhere that is no file, and a
 * {@link dev.riffle.io.Compression} to add one. Sources, sinks and compressions are safe for several threads; the
 * channels they open belong to one thread at a time.
 */
@NullMarked
package dev.riffle.io;

import org.jspecify.annotations.NullMarked;
