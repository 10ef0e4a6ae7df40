package dev.riffle.parse.internal;

/** The meaning of a feature without a kind. */
public enum UnsetFeature {
    /** A feature without a kind is missing, as in Examples. */
    MISSING,
    /** A feature without a kind is an empty list of any kind, as in the context of SequenceExamples. */
    EMPTY
}
