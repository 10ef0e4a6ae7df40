package dev.riffle;

import dev.riffle.io.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;

/** Tests the commit of {@link RecordWriter}, for each kind of output. */
class CommittedRecordWriterTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();

    private record Adapter(RecordWriter writer) implements WriterContract.Writer {

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
    class OfAFile extends WriterContract {

        @Override
        protected Writer open() throws IOException {
            return new Adapter(RecordWriter.create(directory.resolve("data"), OPTIONS));
        }

        @Override
        protected String name() {
            return directory.resolve("data").toString();
        }
    }

    @Nested
    class ThatAppends extends WriterContract {

        private final byte[] old = RecordFiles.tfRecords("old".getBytes());

        @Override
        protected Writer open() throws IOException {
            if (Files.notExists(directory.resolve("data"))) {
                Files.write(directory.resolve("data"), old);
            }
            return new Adapter(RecordWriter.append(directory.resolve("data"), OPTIONS));
        }

        @Override
        protected String name() {
            return directory.resolve("data").toString();
        }

        @Override
        protected List<Path> before() {
            return List.of(directory.resolve("data"));
        }
    }

    @Nested
    class OfAStream extends WriterContract {

        @Override
        protected Writer open() throws IOException {
            return new Adapter(RecordWriter.create(new ByteArrayOutputStream(), "memory", OPTIONS));
        }

        @Override
        protected String name() {
            return "memory";
        }
    }
}
