/**
 * Small tools that several packages share. They handle masked CRC32C, varints, the protobuf wire format, JSON and
 * floats of 16 bits. Other tools handle memory for columns and worker threads.
 *
 * <p>Begin with {@link dev.riffle.internal.MaskedCrc32c}. The package is not exported, and does not depend on records
 * or Examples. Static methods are thread-safe. Each class states its own thread rule.
 */
@NullMarked
package dev.riffle.internal;

import org.jspecify.annotations.NullMarked;
