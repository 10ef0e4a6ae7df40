package dev.riffle.dataset.internal.collate;

/** Describes a collator or splitter in a few words, equal in every process, for the signatures of stages. */
public interface Described {

    /** Returns the description. */
    String describe();

    /** Returns the description of a collator or splitter, or a fixed text for the caller's own. */
    static String of(Object function) {
        return function instanceof Described described ? described.describe() : "custom";
    }
}
