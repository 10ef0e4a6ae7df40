package dev.riffle.formats.image;

/**
 * Holds the samples of an image.
 *
 * @param frames the number of frames; 0 if the format has none
 * @param samples [frames, height, width, channels], owned by the holder of this record
 */
record DecodedImage(int frames, int height, int width, int channels, byte[] samples) {}
