package dev.riffle.parse.internal;

/** The meaning of a feature without a kind. */
public enum UnsetFeature {
    /** A missing feature: in Examples. */
    MISSING,
    /** An empty list of any kind: in the context of SequenceExamples. */
    EMPTY
}
