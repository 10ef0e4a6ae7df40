package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReaderOptions;
import dev.riffle.dataset.stage.DatasetException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Tests that no file stays open after the last element, or after the consumer closes a run early. */
@EnabledIf("openFilesCanBeSeen")
class OpenFilesTest {

    private static final Path OPEN = Path.of("/proc/self/fd");

    @TempDir
    Path directory;

    static boolean openFilesCanBeSeen() {
        return Files.isDirectory(OPEN);
    }

    @Test
    void everySourceClosesItsFiles() throws Exception {
        List<Path> files = RecordFilesOnDisk.write(directory, RecordFilesOnDisk.KINDS.get(1), 600, 3, 0, 900, 5);
        Path text = Files.writeString(directory.resolve("text"), "a\nb\nc\n");
        RecordDataset records = RecordDataset.files(files)
                .options(RecordReaderOptions.defaults().withoutMapping());
        Files.writeString(directory.resolve("odd"), "no records");
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            for (Dataset<?> dataset : List.of(
                    records,
                    records.parallelReads(3),
                    records.parallelReads(3, Parallel.calls(2).on(pool)),
                    records.parallelReads(2, Parallel.calls(4).anyOrder()),
                    RecordDataset.files(Dataset.of(directory.resolve("odd"), files.get(0)))
                            .parallelReads(2),
                    TextLineDataset.files(text, directory.resolve("missing"), text))) {
                for (int taken : new int[] {0, 1, 2, 700, Integer.MAX_VALUE}) {
                    DatasetIterator<?> iterator = dataset.iterator();
                    take(iterator, taken);
                    if (taken == Integer.MAX_VALUE) {
                        assertThat(openFiles()).as("%s at the end", dataset).isEmpty();
                    }
                    iterator.close();
                    assertThat(openFiles()).as("%s after %d", dataset, taken).isEmpty();
                }
            }
        } finally {
            pool.shutdown();
            assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    private static void take(DatasetIterator<?> iterator, int count) {
        for (int i = 0; i < count && iterator.hasNext(); i++) {
            try {
                iterator.next();
            } catch (DatasetException e) {
                assertThat(e.origin()).isPresent();
            }
        }
    }

    private List<String> openFiles() throws IOException {
        List<String> open = new ArrayList<>();
        try (Stream<Path> descriptors = Files.list(OPEN)) {
            for (Path descriptor : descriptors.toList()) {
                try {
                    String target = Files.readSymbolicLink(descriptor).toString();
                    if (target.startsWith(directory.toString())) {
                        open.add(target);
                    }
                } catch (IOException gone) {
                    continue;
                }
            }
        }
        return open;
    }
}
