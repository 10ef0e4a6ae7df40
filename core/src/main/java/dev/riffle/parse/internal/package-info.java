/**
 * The columns of parsers: the values of one batch under each key, and the scanners that read them from the wire.
 *
 * <p>Not exported. Open {@link dev.riffle.parse.internal.FeaturesScanner} first: it reads messages in their usual form.
 * {@link dev.riffle.parse.internal.SlowPath} reads all others. {@code dev.riffle.parse} has the specs and the public
 * parsers, and uses this package. Every object is for one thread at a time.
 */
@NullMarked
package dev.riffle.parse.internal;

import org.jspecify.annotations.NullMarked;
