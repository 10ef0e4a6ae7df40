package dev.riffle.formats.image;

/** How much of a picture with several frames is decoded. */
enum Animation {
    ALL_FRAMES,
    FIRST_FRAME
}
