/**
 * Commands for images in records: {@code images} and {@code show}.
 *
 * <p>Open {@link dev.riffle.cli.picture.StoredPicture} first: it represents the image in an Example.
 * {@link dev.riffle.cli.picture.PictureProtocol} draws in a terminal. {@link dev.riffle.formats.image} decodes the
 * pixels. Only {@link dev.riffle.cli.picture.PictureReading} starts threads, which read ahead.
 */
@NullMarked
package dev.riffle.cli.picture;

import org.jspecify.annotations.NullMarked;
