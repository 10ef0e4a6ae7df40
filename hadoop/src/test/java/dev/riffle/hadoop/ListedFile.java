package dev.riffle.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.DamagePolicy;
import dev.riffle.RecordFiles;
import dev.riffle.RecordReaderOptions;
import dev.riffle.scan.internal.SplitRecords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * Tests a file that grows after it was listed. The first task reads an incomplete record at the end, and the second
 * task reads a complete one.
 */
final class ListedFile {

    private ListedFile() {}

    /**
     * Writes the file and reads it in two splits that end at the listed size. {@code file} and {@code path} name the
     * same file.
     */
    static void assertEndsAtTheListedSize(Path file, org.apache.hadoop.fs.Path path, Configuration configuration)
            throws IOException {
        byte[] intact = RecordFiles.tfRecords(new byte[1000][1000]);
        int frame = 1000 + 16;
        byte[] before = Arrays.copyOf(intact, 600 * frame + 500);
        Files.write(file, before);
        FileStatus listed = path.getFileSystem(configuration).getFileStatus(path);
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
            Files.write(file, intact);
        }

        assertThat(offsets).hasSize(600).doesNotHaveDuplicates();
    }
}
