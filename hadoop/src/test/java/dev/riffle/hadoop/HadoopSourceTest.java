package dev.riffle.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.io.ByteSource;
import dev.riffle.io.ByteSourceContract;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopSourceTest extends ByteSourceContract {

    @TempDir
    Path folder;

    private org.apache.hadoop.fs.Path path(String name) {
        return new org.apache.hadoop.fs.Path(folder.resolve(name).toUri());
    }

    @Override
    protected ByteSource source(byte[] content) throws IOException {
        Files.write(folder.resolve("file"), content);
        return HadoopSource.of(path("file"), new Configuration());
    }

    @Override
    protected String name() {
        return path("file").toString();
    }

    @Test
    void readsRecords() throws IOException {
        try (RecordWriter writer = RecordWriter.create(folder.resolve("some.tfrecord"))) {
            writer.write("first".getBytes(StandardCharsets.UTF_8));
            writer.write("second".getBytes(StandardCharsets.UTF_8));
            writer.commit();
        }

        try (RecordReader reader = RecordReader.open(HadoopSource.of(path("some.tfrecord"), new Configuration()))) {
            assertThat(reader).map(payload -> payload.utf8()).containsExactly("first", "second");
        }
    }

    @Test
    void reportsTheMissingFile() throws IOException {
        ByteSource source = HadoopSource.of(path("none"), new Configuration());

        assertThatThrownBy(source::size)
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("none");
        assertThatThrownBy(() -> source.open(0))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("none");
    }

    /**
     * Reads a file that grows after it was listed. The first task reads an incomplete record at the end. The second
     * task reads a complete record and a further one.
     */
    @Test
    void endsAtTheListedSize() throws IOException {
        Configuration configuration = new Configuration();
        ListedFile.assertEndsAtTheListedSize(folder.resolve("log"), path("log"), configuration);
    }

    /** A status as an object store lists it. */
    private static final class TaggedStatus extends FileStatus implements EtagSource {
        private static final long serialVersionUID = 1;

        private final String tag;

        TaggedStatus(org.apache.hadoop.fs.Path path, String tag) {
            super(10, false, 1, 1 << 20, 0, path);
            this.tag = tag;
        }

        @Override
        public String getEtag() {
            return tag;
        }
    }

    @Test
    void hasTheVersionOfItsListing() throws IOException {
        Configuration configuration = new Configuration();

        assertThat(HadoopSource.of(new TaggedStatus(path("file"), "one"), configuration)
                        .version())
                .hasValue("one");
        assertThat(HadoopSource.of(new TaggedStatus(path("file"), null), configuration)
                        .version())
                .isEmpty();
        assertThat(HadoopSource.of(path("file"), configuration).version()).isEmpty();
    }
}
