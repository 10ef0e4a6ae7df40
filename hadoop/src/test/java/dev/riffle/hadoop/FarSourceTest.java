package dev.riffle.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFiles;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.ByteSourceContract;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.scan.internal.SplitRecords;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a source in a remote file system whose reads return at most seven bytes. */
class FarSourceTest extends ByteSourceContract {

    private static final int SHORT = 7;

    @TempDir
    Path folder;

    private org.apache.hadoop.fs.Path path(String name) {
        return PoorFileSystem.path(folder.resolve(name));
    }

    @Override
    protected ByteSource source(byte[] content) throws IOException {
        Files.write(folder.resolve("file"), content);
        return HadoopSource.of(path("file"), PoorFileSystem.configuration(SHORT, -1, -1));
    }

    @Override
    protected String name() {
        return path("file").toString();
    }

    @Test
    void isNeverMapped() throws IOException {
        assertThat(source(new byte[1 << 20]).view(0, 1 << 20)).isEmpty();
    }

    @Test
    void readsAListedFile() throws IOException {
        Configuration configuration = PoorFileSystem.configuration(SHORT, -1, -1);
        Files.write(folder.resolve("listed"), RecordFiles.GOLDEN);
        FileSystem files = path("listed").getFileSystem(configuration);
        HadoopSource source = HadoopSource.of(files.getFileStatus(path("listed")), configuration);

        assertThat(source.size()).hasValue(RecordFiles.GOLDEN.length);
        assertThat(RecordFiles.read(source, RecordReaderOptions.defaults()).records())
                .extracting(Bytes::utf8)
                .containsExactly("abc", "", "hello");
    }

    @Test
    void reportsTheMissingFile() throws IOException {
        ByteSource source = HadoopSource.of(path("none"), PoorFileSystem.configuration(SHORT, -1, -1));

        assertThatThrownBy(source::size)
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("none");
        assertThatThrownBy(() -> source.open(0))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("none");
    }

    /** Makes each read fail in turn. The reader throws the failure with the name of the file and does not end early. */
    @Test
    void neverTakesAFailedReadForTheEnd() throws IOException {
        byte[][] payloads = new byte[300][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = new byte[i];
        }
        for (byte[] file : List.of(
                RecordFiles.tfRecords(payloads),
                RecordFiles.write(
                        dev.riffle.RecordWriterOptions.defaults().compression(Compression.GZIP.cutMembers(4 << 10)),
                        payloads))) {
            Files.write(folder.resolve("many"), file);
            long half = file.length / 2;
            int failed = 0;
            for (int failing = 0; failed == failing; failing++) {
                Configuration configuration = PoorFileSystem.configuration(997, failing, -1);
                List<Integer> sizes = new ArrayList<>();
                try {
                    sizes.addAll(sizes(HadoopSource.of(path("many"), configuration), 0, half));
                    sizes.addAll(sizes(HadoopSource.of(path("many"), configuration), half, file.length));
                    assertThat(sizes).hasSize(payloads.length).isSorted().doesNotHaveDuplicates();
                } catch (IOException e) {
                    assertThat(e)
                            .hasStackTraceContaining(path("many").toString())
                            .hasStackTraceContaining("lost");
                    failed++;
                }
            }
            assertThat(failed).isGreaterThan(5);
        }
    }

    /**
     * Searches a file that is shorter than its listed size. The search for the first record fails and does not return
     * zero records.
     */
    @Test
    void reportsAFileThatHasBecomeShorter() throws IOException {
        Configuration configuration = PoorFileSystem.configuration(997, -1, -1);
        byte[] file = RecordFiles.tfRecords(new byte[5000], new byte[5000], new byte[5000]);
        Files.write(folder.resolve("short"), file);
        HadoopSource source =
                HadoopSource.of(path("short").getFileSystem(configuration).getFileStatus(path("short")), configuration);
        Files.write(folder.resolve("short"), Arrays.copyOf(file, 6000));

        assertThatThrownBy(() -> sizes(source, 7000, 10_000))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("short: expected " + file.length + " bytes", "found the end after");
    }

    private static List<Integer> sizes(ByteSource source, long start, long length) throws IOException {
        List<Integer> sizes = new ArrayList<>();
        try (SplitRecords records = SplitRecords.open(source, start, length, RecordReaderOptions.defaults())) {
            while (records.next()) {
                sizes.add(records.reader().payloadSize());
            }
        }
        return sizes;
    }

    /**
     * Reads a file that grows after it was listed. The first task reads an incomplete record at the end. The second
     * task reads a complete record and a further one.
     */
    @Test
    void endsAtTheListedSize() throws IOException {
        Configuration configuration = PoorFileSystem.configuration(SHORT, -1, -1);
        ListedFile.assertEndsAtTheListedSize(folder.resolve("log"), path("log"), configuration);
    }
}
