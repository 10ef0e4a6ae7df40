package dev.riffle.shard.internal;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.scan.internal.OperationProgress;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a fixed number of shards of equal record counts, with the records in order. */
public final class EvenOutputPlan extends OutputPlan {

    private final ShardNames names;
    private final FileSteps steps;

    public EvenOutputPlan(ShardNames names, RecordWriterOptions options, FileSteps steps) {
        super(options);
        this.names = names;
        this.steps = steps;
    }

    @Override
    public OutputPlaces places() {
        return OutputPlaces.of(names);
    }

    @Override
    public boolean needsCount() {
        return true;
    }

    @Override
    public SetOutput open(long records) throws IOException {
        AtomicCommit commit = new AtomicCommit(names.paths(), options, steps);
        commit.begin(names);
        return new EvenOutput(names, records, commit, options, steps);
    }

    private static final class EvenOutput extends ConsecutiveOutput {

        private final ShardNames names;
        private final long total;
        private final AtomicCommit commit;

        EvenOutput(ShardNames names, long total, AtomicCommit commit, RecordWriterOptions options, FileSteps steps) {
            super(options, steps);
            this.names = names;
            this.total = total;
            this.commit = commit;
        }

        /** Returns the number of records before this shard. */
        private long first(int number) {
            return total / names.count() * number + Math.min(number, total % names.count());
        }

        /** Returns the number of records that the current shard still needs. */
        private long room() {
            return first(number() + 1) - first(number()) - records();
        }

        /** Moves to a shard that needs more records. Returns false if all shards are full. */
        private boolean findRoom() throws IOException {
            while (number() < names.count() && room() == 0) {
                finishShard();
            }
            return number() < names.count();
        }

        @Override
        long copyRecords(RecordReader reader, long max) throws IOException {
            long count = 0;
            while (count < max) {
                if (!findRoom()) {
                    if (reader.next()) {
                        throw CountedInput.changed("more", total);
                    }
                    return count;
                }
                long copied = reader.copyTo(writer(), Math.min(room(), max - count), Long.MAX_VALUE);
                if (copied == 0) {
                    return count;
                }
                count += copied;
            }
            return count;
        }

        @Override
        public boolean copyAll(CountedInput records, OperationProgress progress) throws IOException {
            if (!records.isEnterable()) {
                return false;
            }
            writeAll(records, names.count(), this::first, progress);
            return true;
        }

        @Override
        void makeRoom(int payloadSize) throws IOException {
            if (!findRoom()) {
                throw CountedInput.changed("more", total);
            }
        }

        @Override
        AtomicCommit complete() throws IOException {
            if (findRoom()) {
                throw CountedInput.changed("fewer", total);
            }
            return commit;
        }

        @Override
        ShardNames names() {
            return names;
        }

        @Override
        Path hidden(int number) {
            return commit.staged().get(number);
        }

        @Override
        String name(int number) {
            return names.path(number).toString();
        }

        @Override
        void clear() {
            commit.clear();
        }
    }
}
