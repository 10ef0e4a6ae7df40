package dev.riffle.index;

/**
 * Whether the side file of a data file can be used.
 *
 * @param kind what it is
 * @param reason why it cannot be used; empty where it can, or is not there
 */
public record IndexState(Kind kind, String reason) {

    /** What a side file can be. */
    public enum Kind {
        /** It is whole, and of the data file as it is now. */
        FRESH,
        /** The data file has changed since. */
        STALE,
        /** There is none. */
        MISSING,
        /** It is damaged, or of another version, or no index at all. */
        UNUSABLE
    }
}
