package dev.riffle.dataset.internal.collate;

/** Describes a collator or splitter for the signatures of stages. The description is the same in every process. */
public interface Described {

    /** Returns the description of this collator or splitter. */
    String describe();

    /** Returns the text for explanations. Adds what does not determine the result, such as a number of threads. */
    default String explain() {
        return describe();
    }

    /** Returns the text of a collator or splitter for explanations. */
    static String explained(Object function) {
        return function instanceof Described described ? described.explain() : "custom";
    }

    /** Returns the description of a collator or splitter, or a fixed text for a caller's implementation. */
    static String of(Object function) {
        return function instanceof Described described ? described.describe() : "custom";
    }
}
