package dev.riffle.dataset.internal.checkpoint;

/** The kinds of states that a reader of a whole checkpoint finds in it, without knowing the stages around them. */
public enum StateKind {
    SHUFFLE,
    GLOBAL_SHUFFLE,
    /** An element that could not be computed. */
    FAILURE
}
