package dev.riffle.formats.image;

/** The order of a pixel's samples, by the names that OneFlow's {@code color_space} has. */
public enum ColorOrder {
    /** Blue, green, red: OneFlow's default. */
    BGR,
    /** Red, green, blue. */
    RGB,
    /** One sample of gray. */
    GRAY
}
