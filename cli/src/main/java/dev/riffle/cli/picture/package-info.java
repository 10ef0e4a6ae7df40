/**
 * Commands for pictures in records: {@code images} and {@code show}.
 *
 * <p>Open {@link dev.riffle.cli.picture.StoredPicture} first: it finds the picture in an Example.
 * {@link dev.riffle.cli.picture.PictureProtocol} draws in a terminal. The pixels come from
 * {@link dev.riffle.formats.image}. Only {@link dev.riffle.cli.picture.PictureReading} starts a thread, which reads
 * ahead.
 */
@NullMarked
package dev.riffle.cli.picture;

import org.jspecify.annotations.NullMarked;
