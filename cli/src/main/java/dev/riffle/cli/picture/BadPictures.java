package dev.riffle.cli.picture;

/** What happens to what should be a picture and is none. */
enum BadPictures {
    /** It is an error. */
    REFUSED,
    /** It is told of and left out. */
    LEFT_OUT
}
