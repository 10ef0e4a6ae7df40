package dev.riffle.dataset.internal.collate;

/** Describes a collator or splitter for the signatures of stages. The description is the same in every process. */
public interface Described {

    /** Returns the description of this collator or splitter. */
    String describe();

    /** Returns the description of a collator or splitter, or a fixed text for a caller's implementation. */
    static String of(Object function) {
        return function instanceof Described described ? described.describe() : "custom";
    }
}
