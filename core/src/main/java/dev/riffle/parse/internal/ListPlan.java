package dev.riffle.parse.internal;

/**
 * The plan for a feature list.
 *
 * @param steps the plan for each step
 * @param presence whether a record can lack the list
 */
public record ListPlan(ColumnPlan steps, Presence presence) {

    /** Defines whether a record can lack the list. */
    public enum Presence {
        /** The parser rejects a record without the list. */
        REQUIRED,
        /** The parser treats a missing list as a list without steps. */
        OPTIONAL
    }
}
