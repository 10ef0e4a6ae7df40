/**
 * The columns of parsers: the values of one batch under each key, and the outputs that create tensors from them.
 *
 * <p>Start with {@link dev.riffle.parse.internal.MessageColumns}. {@link dev.riffle.parse.internal.RowScanner} reads
 * messages in their usual form, and {@link dev.riffle.parse.internal.SlowPath} reads all other messages. {@code
 * dev.riffle.parse} contains the specs and the public parsers, and uses this package. One thread at a time may use each
 * object.
 */
@NullMarked
package dev.riffle.parse.internal;

import org.jspecify.annotations.NullMarked;
