package dev.riffle.dataset.internal.checkpoint;

/** The kinds of states that a reader of a checkpoint recognizes without the stages around them. */
public enum StateKind {
    SHUFFLE,
    GLOBAL_SHUFFLE,
    /** An element that could not be computed. */
    FAILURE
}
