package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.FileListDataset;
import dev.riffle.dataset.Parallel;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParallelFilesTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        ObservationShards.in(directory, 4);
        // listing
        Dataset<Bytes> records = FileListDataset.in(directory, "observations.tfrecord-*")
                .sorted()
                .interleave(RecordDataset::files, 4)
                .blockLength(16)
                .parallel(Parallel.calls(2));
        out.println(records.reduce(0, (count, record) -> count + 1));
        // end
        assertThat(out).hasToString("""
                10000
                """);
    }
}
