package dev.riffle.formats.image;

/** The choice to decode all frames of an image or only the first. */
enum Animation {
    ALL_FRAMES,
    FIRST_FRAME
}
