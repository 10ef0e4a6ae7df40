package dev.riffle.hadoop.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.hadoop.SplitRecords;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileInRangesTest {

    @Test
    void run(@TempDir Path folder) throws IOException {
        Path path = folder.resolve("a.tfrecord");
        RecordWriter.write(path, RecordWriterOptions.defaults(), records -> {
            for (int i = 0; i < 1000; i++) {
                records.write(new byte[i]);
            }
        });
        long size = Files.size(path);
        ByteSource source = ByteSource.of(path);
        long count = 0;
        // listing
        long rangeBytes = 100_000;
        for (long start = 0; start < size; start += rangeBytes) {
            try (SplitRecords records = SplitRecords.open(source, start, rangeBytes, RecordReaderOptions.defaults())) {
                while (records.next()) {
                    count += records.reader().payloadSize();
                }
            }
        }
        // end
        assertThat(count).isEqualTo(999 * 1000 / 2);
    }
}
