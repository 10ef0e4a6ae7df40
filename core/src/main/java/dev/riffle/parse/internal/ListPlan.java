package dev.riffle.parse.internal;

/**
 * The plan for a feature list.
 *
 * @param steps the plan for each step
 * @param presence says whether a record can lack the list
 */
public record ListPlan(ColumnPlan steps, Presence presence) {

    /** Says whether a record can lack the list. */
    public enum Presence {
        /** A record without the list is refused. */
        REQUIRED,
        /** A record without the list has no steps. */
        OPTIONAL
    }
}
