package dev.riffle;

import dev.riffle.io.CompressionException;

/** Tells a last record that is merely cut short from other damage. */
final class TornTail {

    private TornTail() {}

    /** Whether everything before the damage may be whole, and nothing but the rest is missing. */
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

    /** Whether the record may become whole when more is written. */
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
