package dev.riffle.cli.picture;

/** The treatment of files and features that should be pictures but are not. */
enum BadPictures {
    /** A bad picture is an error. */
    REFUSED,
    /** A bad picture is reported and left out. */
    LEFT_OUT
}
