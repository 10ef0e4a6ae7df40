package dev.riffle.dataset.stage;

/**
 * Whether a shuffle uses another order in each pass over the data.
 *
 * @since 0.1
 */
public enum Reshuffle {
    /** Another order in every pass: the default, as in TensorFlow. */
    EACH_ITERATION,
    /** One order for all passes. */
    NEVER
}
