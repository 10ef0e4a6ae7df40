package dev.riffle.cli.picture;

/** The treatment of files and features that should be images but are not. */
enum BadPictures {
    /** A bad image is an error. */
    REFUSED,
    /** A bad image is reported and skipped. */
    LEFT_OUT
}
