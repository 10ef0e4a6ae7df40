package dev.riffle.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.scan.internal.RecordSequence;
import java.io.IOException;
import java.util.Optional;

/**
 * Describes a difference between two sets of records. Immutable.
 *
 * @param kind the kind of difference
 * @param left the record of the first set; empty if only the second set has a record
 * @param right the record of the second set; empty if only the first set has a record
 * @since 0.1
 */
public record RecordDifference(Kind kind, Optional<Side> left, Optional<Side> right) {

    /** Creates a difference. Throws {@link IllegalArgumentException} if an argument is null. */
    public RecordDifference {
        Argument.present(kind, "kind");
        Argument.present(left, "left");
        Argument.present(right, "right");
    }

    /**
     * Lists the kinds of differences.
     *
     * @since 0.1
     */
    public enum Kind {
        /** A record of the first set has no partner in the second. */
        MISSING,
        /** A record of the second set has no partner in the first. */
        ADDED,
        /** Two matching records have different content. */
        CHANGED,
        /** Two matching records are Examples with equal features, but different bytes. */
        REENCODED,
        /** A record has the key of an earlier record of its set. The comparison ignores the later record. */
        DUPLICATE_KEY,
        /** A record does not have all key features. The comparison ignores this record. */
        WITHOUT_KEY
    }

    /**
     * Holds a record of one of the sets. Immutable.
     *
     * @param number the number of the record in its set, from 0
     * @param file the name of the file with the record
     * @param offset the offset of the record in that file, in uncompressed bytes
     * @param format the format of the set
     * @param payload the payload of the record
     * @since 0.1
     */
    public record Side(long number, String file, long offset, RecordFormat format, Bytes payload) {

        /** Creates one side of a difference. Throws {@link IllegalArgumentException} if an argument is null. */
        public Side {
            Argument.present(file, "file");
            Argument.present(format, "format");
            Argument.present(payload, "payload");
        }

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
