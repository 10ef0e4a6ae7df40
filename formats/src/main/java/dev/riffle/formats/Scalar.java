package dev.riffle.formats;

/**
 * Holds a value of the input: a CSV cell or a scalar of JSON.
 *
 * @param text the characters, without quotes and escapes
 * @param form the form that the input states
 */
record Scalar(String text, Form form) {

    /** Lists the forms of values that an input can state. */
    enum Form {
        /** Any form: a cell of CSV, or a number of JSON. */
        OPEN,
        /** Text, even if it looks like a number: a string of JSON. */
        TEXT,
        /** True or false of JSON. */
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
