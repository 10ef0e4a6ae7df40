package dev.riffle.parse.internal;

/** What a feature without a kind is. */
public enum UnsetFeature {
    /** The same as none: in Examples. */
    MISSING,
    /** An empty list of whatever kind: in the context of SequenceExamples. */
    EMPTY
}
