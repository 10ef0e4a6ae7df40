/**
 * Reads and writes NumPy's files: {@code .npy} with one array, and {@code .npz} with several named arrays.
 *
 * <p>Open {@link dev.riffle.formats.numpy.NpyReader} first. Arrays are read and written in parts along their first
 * dimension, so the memory holds only some rows. {@link dev.riffle.formats.numpy.ArrayExamples} makes an Example of
 * each row. Source of the rules: NumPy's {@code numpy.lib.format} and its format specification.
 */
@NullMarked
package dev.riffle.formats.numpy;

import org.jspecify.annotations.NullMarked;
