package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.FileListDataset;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParallelReadsTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        ObservationShards.in(directory, 4);
        // listing
        Dataset<Path> files =
                FileListDataset.in(directory, "observations.tfrecord-*").sorted();
        Dataset<Bytes> records = RecordDataset.files(files).parallelReads(4);
        out.println(records.reduce(0, (count, record) -> count + 1));
        // end
        assertThat(out).hasToString("""
                10000
                """);
    }
}
