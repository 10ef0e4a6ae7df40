package dev.riffle.shard.internal;

import dev.riffle.RecordFormat;
import dev.riffle.example.internal.KeyHash;
import dev.riffle.example.internal.KeyHashing;
import dev.riffle.example.internal.KeyReader;
import dev.riffle.shard.MissingKey;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Supplier;

/** Decides which shard of an output receives a record. */
sealed interface ShardChoice {

    /** Returns the choice of an output with one shard, or of an output whose caller ends each shard. */
    static InOrder unlimited(int shards) {
        return new InOrder(shards, -1, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /** Returns the choice that divides this number of records evenly. */
    static InOrder even(int shards, long records) {
        return new InOrder(shards, records, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /** Returns the choice that fills as many shards as necessary up to these limits. */
    static InOrder filled(long maxRecords, long maxBytes) {
        return new InOrder(0, -1, maxRecords, maxBytes);
    }

    /**
     * Fills one shard after the other, with the records in order.
     *
     * @param shards number of shards; 0 if the output has as many as the records need
     * @param records number of records of all shards, which have equal shares; negative if unknown
     * @param maxRecords the largest number of records in a shard if {@code records} is unknown
     * @param maxBytes the largest uncompressed size of a shard with several records
     */
    record InOrder(int shards, long records, long maxRecords, long maxBytes) implements ShardChoice {

        /** Returns the number of records before this shard. Only for a known number of records. */
        long first(int shard) {
            return records / shards * shard + Math.min(shard, records % shards);
        }

        /** Returns the largest number of records in this shard. */
        long most(int shard) {
            return isCounted() ? first(shard + 1) - first(shard) : maxRecords;
        }

        boolean isCounted() {
            return records >= 0;
        }
    }

    /** Gives each record to the next shard in turn, or to the shard that the caller names. */
    record InTurn() implements ShardChoice {}

    /** Gives each record to the shard of its key. */
    final class ByKey implements ShardChoice {

        private final ShardNames names;
        private final String feature;
        private final MissingKey missing;
        private final KeyReader keys;

        ByKey(ShardNames names, String feature, MissingKey missing, RecordFormat format) {
            this.names = names;
            this.feature = feature;
            this.missing = missing;
            this.keys = new KeyReader(feature, format, KeyHashing.STANDARD);
        }

        /** Returns the shard of a record; {@code place} describes the record in messages. */
        int shard(ByteBuffer payload, Supplier<String> place) throws IOException {
            if (keys.read(payload)) {
                return KeyHash.shard(keys.text().asByteBuffer(), names.count());
            }
            Optional<String> problem = keys.problem();
            if (problem.isPresent()) {
                throw new IOException(place.get() + " " + problem.get());
            }
            return switch (missing) {
                case FIRST -> 0;
                case FAIL ->
                    throw new IOException(place.get() + ": no feature \"" + feature
                            + "\" with exactly one byte string or integer; it is the key of the shards");
            };
        }
    }
}
