/**
 * Leaf helpers that several packages share: masked CRC32C, varints and the protobuf wire format, JSON,
 * floats of 16 bits, memory that columns are written into, threads that share work, and the names and
 * locks of hidden files. Not exported;
 * nothing here knows a record or an Example. Open {@link dev.riffle.internal.MaskedCrc32c} first.
 */
@NullMarked
package dev.riffle.internal;

import org.jspecify.annotations.NullMarked;
