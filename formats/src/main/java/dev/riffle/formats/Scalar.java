package dev.riffle.formats;

/**
 * One value as the input writes it: a CSV cell or a scalar of JSON.
 *
 * @param text the characters, without quotes and escapes
 * @param form what the input says about it
 */
record Scalar(String text, Form form) {

    /** What the input says about a value, besides its characters. */
    enum Form {
        /** It may be anything: a cell of CSV, or a number of JSON. */
        OPEN,
        /** It is text, even if it looks like a number: a string of JSON. */
        TEXT,
        /** It is true or false of JSON. */
        TRUTH
    }

    static Scalar open(String text) {
        return new Scalar(text, Form.OPEN);
    }

    static Scalar text(String text) {
        return new Scalar(text, Form.TEXT);
    }

    static Scalar truth(boolean value) {
        return new Scalar(Boolean.toString(value), Form.TRUTH);
    }
}
