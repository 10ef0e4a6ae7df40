package dev.riffle.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSinkContract;
import dev.riffle.io.FailingSinkContract;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopSinkTest extends ByteSinkContract {

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("new").resolve("part.tfrecord");
    }

    private org.apache.hadoop.fs.Path path() {
        return new org.apache.hadoop.fs.Path(file().toUri());
    }

    @Override
    protected ByteSink sink() throws IOException {
        return HadoopSink.inPlace(path(), new Configuration());
    }

    @Override
    protected byte[] content() throws IOException {
        return Files.readAllBytes(file());
    }

    @Override
    protected String name() {
        return path().toString();
    }

    @Test
    void theEndingOfThePathChoosesTheCompression() throws IOException {
        Path compressed = folder.resolve("part.tfrecord.gz");
        ByteSink sink = HadoopSink.inPlace(new org.apache.hadoop.fs.Path(compressed.toUri()), new Configuration());
        try (RecordWriter writer = RecordWriter.create(sink, RecordWriterOptions.defaults())) {
            writer.write("a");
            writer.commit();
        }
        try (RecordReader reader = RecordReader.open(compressed)) {
            assertThat(reader.compression().name()).isEqualTo("GZIP");
        }
    }

    @Nested
    class Failing extends FailingSinkContract {

        @Override
        protected ByteSink.Output output(Step step) throws IOException {
            FileSystem files = FileSystem.getLocal(new Configuration());
            return new HadoopOutput(files, path(), new FSDataOutputStream(new SteppingStream(step), null));
        }
    }

    private static final class SteppingStream extends OutputStream implements Syncable, StreamCapabilities {

        private final FailingSinkContract.Step step;

        SteppingStream(FailingSinkContract.Step step) {
            this.step = step;
        }

        @Override
        public void write(int b) throws IOException {
            step.run();
        }

        @Override
        public void write(byte[] bytes, int offset, int size) throws IOException {
            step.run();
        }

        @Override
        public void hflush() throws IOException {
            step.run();
        }

        @Override
        public void hsync() throws IOException {
            step.run();
        }

        @Override
        public boolean hasCapability(String capability) {
            return capability.equals(HSYNC);
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(file().getParent())) {
            return files.map(path -> path.getFileName().toString()).toList();
        }
    }

    @Test
    void leavesNoFileWithoutACommit() throws IOException {
        try (ByteSink.Output output = sink().create()) {
            write(output, new byte[100_000]);
            output.sync();
        }

        assertThat(names()).isEmpty();
    }

    @Test
    void rejectsAnExistingFile() throws IOException {
        Files.createDirectories(file().getParent());
        Files.write(file(), new byte[] {7});

        assertThatThrownBy(() -> sink().create())
                .isInstanceOf(org.apache.hadoop.fs.FileAlreadyExistsException.class)
                .hasMessage(name() + ": file already exists; choose another name, or remove the file");
        assertThat(content()).containsExactly(7);
    }

    @Test
    void replacesAnExistingFileOnRequest() throws IOException {
        Files.createDirectories(file().getParent());
        Files.write(file(), new byte[] {7});

        try (ByteSink.Output output =
                HadoopSink.replacingInPlace(path(), new Configuration()).create()) {
            write(output, new byte[] {1, 2});
            output.commit();
        }

        assertThat(content()).containsExactly(1, 2);
    }

    /** Makes each write fail in turn. The failure names the file, and no file remains. */
    @Test
    void leavesNoFileAfterAFailedWrite() throws IOException {
        Files.createDirectories(file().getParent());
        int failed = 0;
        for (int failing = 0; failed == failing; failing++) {
            org.apache.hadoop.fs.Path path = PoorFileSystem.path(file());
            ByteSink sink = HadoopSink.replacingInPlace(path, PoorFileSystem.configuration(1, -1, failing));
            try (RecordWriter writer = RecordWriter.create(sink, RecordWriterOptions.defaults())) {
                for (int i = 0; i < 20; i++) {
                    writer.write(new byte[50_000]);
                }
                writer.commit();
            } catch (IOException e) {
                failed++;
                assertThat(e).hasMessageContainingAll("part.tfrecord", "no space left");
                assertThat(names()).isEmpty();
            }
        }
        assertThat(failed).isGreaterThan(2);
        assertThat(file()).hasSize(20 * 50_016L);
    }
}
