package dev.riffle.shard;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import java.io.IOException;
import java.nio.file.Path;

/** So many shards with the records in order, as evenly shared as whole records can be. */
final class EvenTarget extends SetTarget {

    private final ShardNames names;
    private final FileSteps steps;

    EvenTarget(ShardNames names, RecordWriterOptions options, FileSteps steps) {
        super(options);
        ConsecutiveOutput.checkNotInPlace(options);
        this.names = names;
        this.steps = steps;
    }

    @Override
    TargetPlaces places() {
        return TargetPlaces.of(names);
    }

    @Override
    boolean needsCount() {
        return true;
    }

    @Override
    SetOutput open(long records) throws IOException {
        Publication publication = new Publication(names.paths(), options, steps);
        publication.checkPlaces();
        ManifestName.check(names);
        if (options.overwrites()) {
            publication.retire(SameNamedShards.of(names));
        }
        return new EvenOutput(names, records, publication, options, steps);
    }

    private static final class EvenOutput extends ConsecutiveOutput {

        private final ShardNames names;
        private final long total;
        private final Publication publication;

        EvenOutput(
                ShardNames names, long total, Publication publication, RecordWriterOptions options, FileSteps steps) {
            super(options, steps);
            this.names = names;
            this.total = total;
            this.publication = publication;
        }

        /** How many records the shard at hand still takes. */
        private long room() {
            return total / names.count() + (number() < total % names.count() ? 1 : 0) - records();
        }

        /** Goes to a shard that still takes a record; false if there is none. */
        private boolean findRoom() throws IOException {
            while (number() < names.count() && room() == 0) {
                finishShard();
            }
            return number() < names.count();
        }

        private IOException tooMany() {
            return new IOException("the input has more than the " + total
                    + " records that were counted in it; let it rest and run again");
        }

        @Override
        long copyRecords(RecordReader reader, long most) throws IOException {
            long count = 0;
            while (count < most) {
                if (!findRoom()) {
                    if (reader.next()) {
                        throw tooMany();
                    }
                    return count;
                }
                long copied = reader.copyTo(writer(), Math.min(room(), most - count), Long.MAX_VALUE);
                if (copied == 0) {
                    return count;
                }
                count += copied;
            }
            return count;
        }

        @Override
        void makeRoom(int payloadSize) throws IOException {
            if (!findRoom()) {
                throw tooMany();
            }
        }

        @Override
        Publication complete() throws IOException {
            if (findRoom()) {
                throw new IOException("the input has fewer than the " + total
                        + " records that were counted in it; let it rest and run again");
            }
            return publication;
        }

        @Override
        ShardNames names() {
            return names;
        }

        @Override
        Path hidden(int number) {
            return publication.staged().get(number);
        }

        @Override
        String name(int number) {
            return names.name(number);
        }

        @Override
        void clear() {
            publication.clear();
        }
    }
}
