package dev.riffle.dataset.internal.collate;

/** Describes a collator or splitter for the signatures of stages. The text is the same in every process. */
public interface Described {

    /** Returns the description. */
    String describe();

    /** Returns the description of a collator or splitter, or a fixed text if a caller implemented it. */
    static String of(Object function) {
        return function instanceof Described described ? described.describe() : "custom";
    }
}
