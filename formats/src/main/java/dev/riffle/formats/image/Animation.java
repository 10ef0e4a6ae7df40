package dev.riffle.formats.image;

/** States whether to decode all frames of an image or only the first frame. */
enum Animation {
    ALL_FRAMES,
    FIRST_FRAME
}
