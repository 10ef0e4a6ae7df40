package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordFiles;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.io.ByteSource;
import dev.riffle.repair.LossReport;
import dev.riffle.repair.RecordRepair;
import dev.riffle.scan.FarFile;
import dev.riffle.scan.SparseFiles;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests operations beyond 4 GiB on a sparse file with records of zeros. */
class FarSetsTest {

    private static final long PERIOD = FarFile.PERIOD;

    @TempDir
    Path directory;

    private Path far = Path.of("");

    @BeforeEach
    void write() throws IOException {
        far = FarFile.write(directory);
        assertThat(Files.size(far)).isEqualTo(4 * PERIOD).isGreaterThan(1L << 32);
    }

    @AfterEach
    void endMappings() {
        SparseFiles.endMappings();
    }

    @Test
    void slicesBeyondFourGigabytes() throws IOException {
        Path out = directory.resolve("out");
        RecordRewrite rewrite = RecordRewrite.of(RecordInput.of(List.of(ByteSource.of(far)))
                .reading(RecordReaderOptions.defaults().ignorePayloadChecksums()));
        RewriteReport report = rewrite.slice(
                -FarFile.GOLDEN_RECORDS, Long.MAX_VALUE, RecordOutput.file(out, RecordWriterOptions.defaults()));
        assertThat(report.recordsWritten()).isEqualTo(FarFile.GOLDEN_RECORDS);
        assertThat(out).hasBinaryContent(RecordFiles.GOLDEN);
    }

    @Test
    void reportsLossesBeyondFourGigabytes() throws IOException {
        try (FileChannel channel = FileChannel.open(far, StandardOpenOption.WRITE)) {
            // In a full run, the test damages a payload. Other runs do not verify payloads, so the test damages a
            // header.
            int at = Rounds.isFull() ? 12 : 8;
            channel.write(ByteBuffer.wrap(new byte[] {77}), 4 * PERIOD - RecordFiles.GOLDEN.length + at);
        }
        LossReport report =
                RecordRepair.of(ByteSource.of(far)).reading(FarFile.options()).examine();
        assertThat(report.isComplete()).isFalse();
        assertThat(report.lostBytes()).isEqualTo(19);
        assertThat(report.text()).contains(Long.toString(4 * PERIOD - RecordFiles.GOLDEN.length));
    }

    @Test
    void reportsDamageBeyondFourGigabytes() throws IOException {
        long at = 4 * PERIOD - 3;
        try (FileChannel channel = FileChannel.open(far, StandardOpenOption.WRITE)) {
            channel.truncate(at);
        }
        try (RecordReader reader = RecordReader.open(far)) {
            reader.seek(4 * PERIOD - RecordFiles.GOLDEN.length, FarFile.COUNT - FarFile.GOLDEN_RECORDS);
            for (int i = 0; i < FarFile.GOLDEN_RECORDS - 1; i++) {
                assertThat(reader.next()).isTrue();
            }
            long last = 4 * PERIOD - RecordFiles.GOLDEN.length + 35;
            assertThat(catchThrowable(reader::next))
                    .hasMessageContaining("record " + (FarFile.COUNT - 1))
                    .hasMessageContaining(Long.toString(last))
                    .hasMessageContaining("truncated record")
                    .isInstanceOfSatisfying(
                            CorruptRecordException.class,
                            damage -> assertThat(damage.recordOffset()).isEqualTo(last));
        }
    }
}
