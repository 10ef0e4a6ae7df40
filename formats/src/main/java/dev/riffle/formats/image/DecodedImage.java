package dev.riffle.formats.image;

/**
 * Samples of a picture.
 *
 * @param frames how many there are; 0 if the format has none
 * @param samples [frames, height, width, channels], owned by whoever holds this
 */
record DecodedImage(int frames, int height, int width, int channels, byte[] samples) {}
