/**
 * Small tools that several packages share: masked CRC32C, varints, the protobuf wire format, JSON and floats of 16
 * bits. Other tools are memory for columns, threads that share work, and the names and locks of hidden files.
 *
 * <p>Open {@link dev.riffle.internal.MaskedCrc32c} first. The package is not exported, and does not depend on records
 * or Examples. Static methods are thread-safe; each class states its own thread rule.
 */
@NullMarked
package dev.riffle.internal;

import org.jspecify.annotations.NullMarked;
