package dev.riffle.cli.image;

/** Lists the ways to handle files and features that should be images but are not. */
enum BadImages {
    /** A bad image is an error. */
    REJECTED,
    /** The command reports a bad image and skips it. */
    LEFT_OUT
}
