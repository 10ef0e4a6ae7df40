/**
 * Reads and writes the frames of record files: their layout, their checks, and the search for the next frame after
 * damage. Does not interpret payloads.
 *
 * <p>Begin with {@link dev.riffle.internal.frame.Framing}, which has the layout, and then {@link
 * dev.riffle.internal.frame.Frames}, which reads a file in order. {@code dev.riffle} has the public readers and writers
 * over this package. The package uses no public types of {@code dev.riffle}: it throws {@link
 * dev.riffle.internal.frame.DamagedFrameException}, and the public classes convert it.
 *
 * <p>One thread at a time may use an object, unless its class states another rule.
 */
@NullMarked
package dev.riffle.internal.frame;

import org.jspecify.annotations.NullMarked;
