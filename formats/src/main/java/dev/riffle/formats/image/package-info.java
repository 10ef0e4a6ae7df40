/**
 * Reads the headers of images in records, decodes images to tensors and encodes tensors as images.
 *
 * <p>Open {@link dev.riffle.formats.image.ImageDecoder} first. {@link dev.riffle.formats.image.ImageHeader} reads size
 * and format without decoding; {@link dev.riffle.formats.image.ImageEncoder} writes PNG and JPEG. All types are
 * immutable and safe for use by several threads.
 */
@NullMarked
package dev.riffle.formats.image;

import org.jspecify.annotations.NullMarked;
