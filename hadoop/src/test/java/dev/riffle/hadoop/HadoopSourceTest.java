package dev.riffle.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.DamagePolicy;
import dev.riffle.RecordFiles;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.io.ByteSource;
import dev.riffle.io.ByteSourceContract;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
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
    void givesRecords() throws IOException {
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
    void saysWhichFileIsMissing() throws IOException {
        ByteSource source = HadoopSource.of(path("none"), new Configuration());

        assertThatThrownBy(source::size)
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("none");
        assertThatThrownBy(() -> source.open(0))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("none");
    }

    /** The first task sees half a record at the end, the second one that it was finished and more came. */
    @Test
    void ofAListedFileEndsWhereItWasListed() throws IOException {
        Configuration configuration = new Configuration();
        byte[] file = RecordFiles.tfRecords(new byte[1000][1000]);
        int frame = 1000 + 16;
        byte[] before = Arrays.copyOf(file, 600 * frame + 500);
        Files.write(folder.resolve("log"), before);
        FileStatus listed = path("log").getFileSystem(configuration).getFileStatus(path("log"));
        RecordReaderOptions options = RecordReaderOptions.defaults().damage(DamagePolicy.STOP_AT_TORN_TAIL);
        List<Long> offsets = new ArrayList<>();
        long half = 300L * frame + 7;
        for (long start : new long[] {0, half}) {
            HadoopSource source = HadoopSource.of(listed, configuration);
            assertThat(source.size()).hasValue(before.length);
            assertThat(source.open(before.length).read(ByteBuffer.allocate(10))).isEqualTo(-1);
            try (SplitRecords records =
                    SplitRecords.open(source, start, start == 0 ? half : before.length - half, options)) {
                while (records.next()) {
                    offsets.add(records.reader().offset());
                }
            }
            Files.write(folder.resolve("log"), file);
        }

        assertThat(offsets).hasSize(600).doesNotHaveDuplicates();
    }
}
