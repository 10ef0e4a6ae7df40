package dev.riffle.cli.image;

/** The treatment of files and features that should be images but are not. */
enum BadImages {
    /** A bad image is an error. */
    REJECTED,
    /** A bad image is reported and skipped. */
    LEFT_OUT
}
