package dev.riffle.index;

import dev.riffle.internal.Argument;

/**
 * Describes whether the index file of a data file is usable. Immutable.
 *
 * @param kind the state
 * @param reason the reason why the index file is not fresh; empty if it is fresh or missing
 * @since 0.1
 */
public record IndexState(Kind kind, String reason) {

    /** Creates a state. Throws {@link IllegalArgumentException} if an argument is null. */
    public IndexState {
        Argument.present(kind, "kind");
        Argument.present(reason, "reason");
    }

    /**
     * The states of an index file.
     *
     * @since 0.1
     */
    public enum Kind {
        /** The index file is intact and matches the current data file. */
        FRESH,
        /**
         * The index file is intact, and size, time and samples of the data file match. The change time or the file key
         * differs, as after a copy, a new link or new permissions, or after a change that restored the time. Reads
         * detect such a change; {@link IndexFile#verify} decides.
         */
        UNPROVEN,
        /** The data file has changed since the index file was written. */
        STALE,
        /** The index file does not exist. */
        MISSING,
        /** The index file is damaged, has another version, or is not an index file. */
        UNUSABLE
    }
}
