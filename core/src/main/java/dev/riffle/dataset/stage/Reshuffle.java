package dev.riffle.dataset.stage;

/**
 * Whether a shuffle uses a different order in each pass over the data.
 *
 * @since 0.1
 */
public enum Reshuffle {
    /** A different order in every pass: the default, as in TensorFlow. */
    EACH_ITERATION,
    /** One order for all passes. */
    NEVER
}
