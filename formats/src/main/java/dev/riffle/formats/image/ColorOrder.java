package dev.riffle.formats.image;

/**
 * Lists the orders of a pixel's samples, with the names of OneFlow's {@code color_space}. Safe for use by several
 * threads.
 *
 * @since 0.1
 */
public enum ColorOrder {
    /** Blue, green, red. OneFlow's default. */
    BGR,
    /** Red, green, blue. */
    RGB,
    /** One sample of gray. */
    GRAY
}
