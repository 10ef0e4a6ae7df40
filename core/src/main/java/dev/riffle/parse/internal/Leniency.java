package dev.riffle.parse.internal;

/**
 * States which features a parser accepts that TensorFlow's parser does not.
 *
 * @param anyCase whether a feature may have the name of a spec in another case
 * @param anyNumber whether a FLOAT64 column takes numbers of all kinds, if a double represents them exactly
 */
public record Leniency(boolean anyCase, boolean anyNumber) {

    /** Accepts only what TensorFlow accepts. */
    public static final Leniency NONE = new Leniency(false, false);
}
