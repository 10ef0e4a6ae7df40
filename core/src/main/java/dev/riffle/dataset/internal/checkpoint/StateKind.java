package dev.riffle.dataset.internal.checkpoint;

/** The kinds of states that a reader of a checkpoint recognizes without the stages around them. */
public enum StateKind {
    SHUFFLE,
    GLOBAL_SHUFFLE,
    /** The failure of an element. */
    FAILURE
}
