package dev.riffle.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.Optional;

/**
 * A difference between two sets of records.
 *
 * @param kind what it is
 * @param left the record of the first set; empty if the difference is one of the second set alone
 * @param right the record of the second set; empty if the difference is one of the first set alone
 */
public record RecordDifference(Kind kind, Optional<Side> left, Optional<Side> right) {

    /** What a difference is. */
    public enum Kind {
        /** A record of the first set has none in the second. */
        MISSING,
        /** A record of the second set has none in the first. */
        ADDED,
        /** Two records that belong together have another content. */
        CHANGED,
        /** Two records that belong together are Examples with the same features, but other bytes. */
        REENCODED,
        /** A record of one set has a key that an earlier record of that set has; it is not compared. */
        DUPLICATE_KEY,
        /** A record of one set does not have all features of the key; it is not compared. */
        WITHOUT_KEY
    }

    /**
     * A record of one of the sets.
     *
     * @param number its number in the set, from 0
     * @param file the file that it is in
     * @param offset where it begins there, in uncompressed bytes
     * @param format the format of the set
     * @param payload its payload
     */
    public record Side(long number, String file, long offset, RecordFormat format, Bytes payload) {

        static Side of(RecordSequence sequence) throws IOException {
            RecordReader reader = sequence.reader();
            return new Side(
                    sequence.count() - 1,
                    reader.name(),
                    reader.offset(),
                    reader.format(),
                    Bytes.ofOwned(reader.payloadBytes()));
        }
    }
}
