package dev.riffle.shard.writer;

import dev.riffle.RecordWriterOptions;
import dev.riffle.WriterContract;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Bytes;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Nested;

/** Tests the commit of {@link ShardedRecordWriter}, for each kind of output. */
class CommittedShardsTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();

    private record Adapter(ShardedRecordWriter writer) implements WriterContract.Writer {

        @Override
        public void write(Bytes payload) throws IOException {
            writer.write(payload);
        }

        @Override
        public void commit() throws IOException {
            writer.commit();
        }

        @Override
        public void discard() throws IOException {
            writer.discard();
        }

        @Override
        public void close() throws IOException {
            writer.close();
        }
    }

    @Nested
    class WithNames extends WriterContract {

        @Override
        protected Writer open() throws IOException {
            return new Adapter(ShardedRecordWriter.create(ShardNames.of(directory.resolve("train"), 4), OPTIONS));
        }

        @Override
        protected String name() {
            return directory.resolve("train-00000-of-00004") + " and 3 more";
        }
    }

    @Nested
    class WithALimitOfRecords extends WriterContract {

        @Override
        protected Writer open() throws IOException {
            return new Adapter(
                    ShardedRecordWriter.create(RecordOutput.ofRecords(directory.resolve("train"), "", 7, OPTIONS)));
        }

        @Override
        protected String name() {
            return directory.resolve("train-00000").toString();
        }
    }

    @Nested
    class OfOneFile extends WriterContract {

        @Override
        protected Writer open() throws IOException {
            return new Adapter(ShardedRecordWriter.create(RecordOutput.file(directory.resolve("data"), OPTIONS)));
        }

        @Override
        protected String name() {
            return directory.resolve("data").toString();
        }
    }

    @Nested
    class OfAStream extends WriterContract {

        @Override
        protected Writer open() throws IOException {
            return new Adapter(ShardedRecordWriter.create(
                    RecordOutput.sink(ByteSink.of(new ByteArrayOutputStream(), "memory"), OPTIONS)));
        }

        @Override
        protected String name() {
            return "memory";
        }
    }
}
