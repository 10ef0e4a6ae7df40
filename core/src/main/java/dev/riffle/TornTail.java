package dev.riffle;

import dev.riffle.io.CompressionException;

/** Distinguishes an incomplete last record from other damage. */
final class TornTail {

    private TornTail() {}

    /** Returns whether everything before the damage may be intact, so that only the rest is missing. */
    static boolean isTorn(CorruptRecordException damage) {
        return switch (damage.reason()) {
            case TRUNCATED_HEADER, TRUNCATED_PAYLOAD -> true;
            case DECOMPRESSION ->
                damage.getCause() instanceof CompressionException compression
                        && compression.reason() != CompressionException.Reason.DAMAGED;
            case LENGTH_CHECKSUM,
                    PAYLOAD_CHECKSUM,
                    TOO_LARGE,
                    NEGATIVE_LENGTH,
                    ZERO_LENGTH,
                    MALFORMED_MESSAGE,
                    OVER_LIMIT,
                    SOURCE_SHRANK -> false;
        };
    }

    /** Returns whether the record may become complete when a writer adds more bytes. */
    static boolean mayStillGrow(CorruptRecordException damage) {
        return switch (damage.reason()) {
            case TRUNCATED_HEADER, TRUNCATED_PAYLOAD -> true;
            case LENGTH_CHECKSUM,
                    PAYLOAD_CHECKSUM,
                    TOO_LARGE,
                    DECOMPRESSION,
                    NEGATIVE_LENGTH,
                    ZERO_LENGTH,
                    MALFORMED_MESSAGE,
                    OVER_LIMIT,
                    SOURCE_SHRANK -> false;
        };
    }
}
