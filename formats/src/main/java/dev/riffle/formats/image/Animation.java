package dev.riffle.formats.image;

/** Says whether to decode all frames of a picture or only the first. */
enum Animation {
    ALL_FRAMES,
    FIRST_FRAME
}
