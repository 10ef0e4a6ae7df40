package dev.riffle.parse.internal;

/**
 * A feature list to be read.
 *
 * @param steps what is read of each step
 * @param presence whether a record may lack the list
 */
public record ListPlan(ColumnPlan steps, Presence presence) {

    /** Whether a record may lack the list. */
    public enum Presence {
        /** A record without the list is refused. */
        REQUIRED,
        /** A record without the list has no steps. */
        OPTIONAL
    }
}
