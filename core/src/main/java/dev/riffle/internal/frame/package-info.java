/**
 * Reads and writes the frames of record files: their layout, their checks, and the search for the next frame after
 * damage. Does not interpret payloads.
 *
 * <p>Begin with {@link dev.riffle.internal.frame.Framing}, which has the layout. {@code dev.riffle} has the public
 * readers and writers over this package.
 */
@NullMarked
package dev.riffle.internal.frame;

import org.jspecify.annotations.NullMarked;
