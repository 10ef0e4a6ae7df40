package dev.riffle.dataset.internal.collate;

/** Says in a few words what it does, the same words in every process: for the signatures of stages. */
public interface Described {

    /** What it does. */
    String describe();

    /** What a collator or splitter does; nothing is known of the caller's own. */
    static String of(Object function) {
        return function instanceof Described described ? described.describe() : "custom";
    }
}
