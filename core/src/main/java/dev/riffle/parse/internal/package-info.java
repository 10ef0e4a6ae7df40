/**
 * The columns that parsers fill: what one batch has under each key, and the scanners that read it from the wire.
 *
 * <p>Not exported. Open {@link dev.riffle.parse.internal.FeaturesScanner} first, which reads messages as they usually
 * are; {@link dev.riffle.parse.internal.SlowPath} reads all others. The specs, and the parsers that users call, are in
 * {@code dev.riffle.parse}, which uses this package. Every object belongs to one thread at a time.
 */
@NullMarked
package dev.riffle.parse.internal;

import org.jspecify.annotations.NullMarked;
