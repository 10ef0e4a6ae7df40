/**
 * Implements the commands for images in records: {@code images} and {@code show}.
 *
 * <p>Open {@link dev.riffle.cli.image.StoredImage} first: it represents the image in an Example.
 * {@link dev.riffle.cli.image.ImageProtocol} draws in a terminal. {@link dev.riffle.formats.image} decodes the
 * pixels. Only {@link dev.riffle.cli.image.ImageReading} starts threads, which read ahead.
 */
@NullMarked
package dev.riffle.cli.image;

import org.jspecify.annotations.NullMarked;
