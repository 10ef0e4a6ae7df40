package dev.riffle.shard.internal;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.internal.KeyHash;
import dev.riffle.example.internal.KeyHashing;
import dev.riffle.example.internal.KeyReader;
import dev.riffle.shard.MissingKey;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.WrittenShard;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** Writes a fixed number of shards. Each record goes to the shard of its key, and each shard keeps the input order. */
final class KeyedOutputPlan extends OutputPlan {

    private final ShardNames names;
    private final String feature;
    private final MissingKey missing;

    KeyedOutputPlan(ShardNames names, String feature, MissingKey missing, RecordWriterOptions options) {
        super(options);
        this.names = names;
        this.feature = feature;
        this.missing = missing;
    }

    @Override
    public OutputPlaces places() {
        return OutputPlaces.of(names);
    }

    @Override
    public boolean needsCount() {
        return false;
    }

    @Override
    public SetOutput open(long records) throws IOException {
        return new KeyOutput();
    }

    private final class KeyOutput extends SetOutput {

        private final OpenShards writer = OpenShards.create(names.paths(), options, new FileSteps());
        private final KeyReader keys;

        KeyOutput() throws IOException {
            keys = new KeyReader(feature, writer.format(), KeyHashing.STANDARD);
        }

        @Override
        public String name() {
            return writer.name();
        }

        @Override
        public long copy(RecordReader reader, long max) throws IOException {
            long count = 0;
            while (count < max && reader.next()) {
                write(reader.payload(), reader.name() + ": record " + reader.index() + " at offset " + reader.offset());
                count++;
            }
            return count;
        }

        @Override
        public void write(ByteBuffer payload) throws IOException {
            write(payload, names.path(0) + ": record " + writer.count());
        }

        private void write(ByteBuffer payload, String place) throws IOException {
            if (keys.read(payload)) {
                writer.write(KeyHash.shard(keys.text().asByteBuffer(), names.count()), payload);
                return;
            }
            Optional<String> problem = keys.problem();
            if (problem.isPresent()) {
                throw new IOException(place + " " + problem.get());
            }
            switch (missing) {
                case FIRST -> writer.write(0, payload);
                case FAIL ->
                    throw new IOException(place + ": no feature \"" + feature
                            + "\" with exactly one byte string or integer; it is the key of the shards");
            }
        }

        @Override
        public long uncompressedSize() {
            return writer.uncompressedSize();
        }

        @Override
        public void removeReplaced() throws IOException {
            writer.removeReplaced();
        }

        @Override
        public List<WrittenShard> appear() throws IOException {
            return writer.appear();
        }

        @Override
        public void settle() {
            writer.settle();
        }

        @Override
        public boolean canRollBack() {
            return true;
        }

        @Override
        public void rollBack(Throwable failure) {
            writer.rollBack(failure);
        }

        @Override
        public void close() throws IOException {
            writer.close();
        }
    }
}
