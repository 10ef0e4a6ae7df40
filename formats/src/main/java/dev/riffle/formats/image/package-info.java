/**
 * Pictures in records: what they are from their headers, pixels out of them and into them.
 *
 * <p>Open {@link dev.riffle.formats.image.ImageDecoder} first; {@link dev.riffle.formats.image.ImageHeader} tells size and
 * format without decoding, {@link dev.riffle.formats.image.ImageEncoder} goes the other way. Everything is immutable and safe for
 * several threads.
 */
@NullMarked
package dev.riffle.formats.image;

import org.jspecify.annotations.NullMarked;
