package dev.riffle.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFiles;
import dev.riffle.RecordReader;
import dev.riffle.Rounds;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexState;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scans and searches a file beyond 4 GiB with several threads. */
class FarScanTest {

    @TempDir
    Path directory;

    @AfterEach
    void endMappings() {
        SparseFiles.endMappings();
    }

    @Test
    void indexesBeyondFourGigabytes() throws IOException {
        Path file = FarFile.write(directory);
        long period = FarFile.PERIOD;
        // An imported text index lets the reader skip the checksums of large records of zeros.
        StringBuilder lines = new StringBuilder();
        for (long from = 0; from < 4 * period; from += period) {
            long nextAfter = from + FarFile.LARGE + 16;
            lines.append(String.format("%d %d\n%d 19\n", from, FarFile.LARGE + 16L, nextAfter));
            lines.append(
                    String.format("%d 16\n%d %d\n", nextAfter + 19, nextAfter + 35, RecordFiles.GOLDEN.length - 35));
        }
        Path offsets = Files.writeString(directory.resolve("given"), lines);
        IndexFile indexFile = IndexFile.of(file);
        assertThat(indexFile.importText(ByteSource.of(offsets)).records()).isEqualTo(16);
        assertThat(indexFile.check().kind()).isEqualTo(IndexState.Kind.FRESH);
        try (RecordIndex index = RecordIndex.open(List.of(file));
                RecordReader golden = RecordReader.open(RecordFiles.source(RecordFiles.GOLDEN))) {
            for (int i = 13; i < 16; i++) {
                assertThat(golden.next()).isTrue();
                assertThat(index.place(i).offset()).isEqualTo(3 * period + FarFile.LARGE + 16 + golden.offset());
                assertThat(index.get(i)).isEqualTo(Bytes.copyOf(golden.payload()));
            }
        }
        Path exported = directory.resolve("offsets");
        assertThat(indexFile.exportText(ByteSink.of(exported))).isEqualTo(16);
        assertThat(exported).hasSameTextualContentAs(offsets);
    }

    @Test
    void scansAndFindsBeyondFourGigabytes() throws IOException {
        ByteSource source = ByteSource.of(FarFile.write(directory));
        long nextAfter = FarFile.LARGE + 16L;
        long period = FarFile.PERIOD;
        List<Long> offsets = new ArrayList<>();
        ParallelScan scan = ParallelScan.of(source).reading(FarFile.options()).threads(2);
        // These splits end near records. Splits of equal sizes end in zeros, in which the scan would search for a
        // record.
        (Rounds.isFull() ? scan : scan.splitBytes(nextAfter))
                .<List<Long>>run(
                        records -> {
                            List<Long> part = new ArrayList<>();
                            while (records.next()) {
                                part.add(records.offset());
                            }
                            return part;
                        },
                        offsets::addAll);
        List<Long> expected = new ArrayList<>();
        for (long from = 0; from < 4 * period; from += period) {
            expected.addAll(List.of(from, from + nextAfter, from + nextAfter + 19, from + nextAfter + 35));
        }
        assertThat(offsets).isEqualTo(expected);
        assertThat(offsets.get(15)).isGreaterThan(1L << 32);
        try (RecordReader reader = RecordReader.open(source, RecordFiles.tfRecord(Compression.NONE))) {
            long near = 4 * period - RecordFiles.GOLDEN.length;
            assertThat(reader.find(near - 100, Long.MAX_VALUE)).hasValue(near);
            assertThat(reader.find(near - 100, near)).isEmpty();
            assertThat(reader.find(near + 1, Long.MAX_VALUE)).hasValue(near + 19);
        }
    }
}
