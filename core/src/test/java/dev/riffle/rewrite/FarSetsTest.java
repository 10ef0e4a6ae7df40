package dev.riffle.rewrite;

import dev.riffle.shard.RecordInput;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordFiles;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.io.ByteSource;
import dev.riffle.repair.LossReport;
import dev.riffle.repair.RecordRepair;
import dev.riffle.scan.SparseFiles;
import dev.riffle.shard.RecordOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is done with a set beyond 4 GiB, in a file of records of zeros of which hardly anything is on the disk. */
class FarSetsTest {

    private static final int LARGE = 1100 << 20;
    private static final long PERIOD = LARGE + 16L + RecordFiles.GOLDEN.length;
    private static final int GOLDEN_RECORDS = 3;
    private static final long COUNT = 4L * (1 + GOLDEN_RECORDS);

    @TempDir
    Path directory;

    private Path far = Path.of("");

    /** Four records of zeros, with small ones behind each. */
    @BeforeEach
    void sparse() throws IOException {
        SparseFiles.assumeIn(directory);
        CRC32C crc = new CRC32C();
        byte[] zeros = new byte[1 << 20];
        for (int done = 0; done < LARGE; done += zeros.length) {
            crc.update(zeros);
        }
        ByteBuffer header = littleEndian(12).putLong(LARGE).putInt(MaskedCrc32c.ofLength(LARGE));
        ByteBuffer footer = littleEndian(4).putInt(MaskedCrc32c.mask((int) crc.getValue()));
        far = directory.resolve("far");
        try (FileChannel channel = FileChannel.open(
                far, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, StandardOpenOption.SPARSE)) {
            for (int i = 0; i < 4; i++) {
                channel.write(header.flip());
                channel.position(channel.position() + LARGE);
                channel.write(footer.flip());
                channel.write(ByteBuffer.wrap(RecordFiles.GOLDEN));
            }
        }
        assertThat(Files.size(far)).isEqualTo(4 * PERIOD).isGreaterThan(1L << 32);
    }

    private static ByteBuffer littleEndian(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void slicesTheFarEnd() throws IOException {
        Path out = directory.resolve("out");
        RecordRewrite rewrite = RecordRewrite.of(RecordInput.of(List.of(ByteSource.of(far)))
                .reading(RecordReaderOptions.defaults().ignorePayloadChecksums()));
        RewriteReport report =
                rewrite.slice(-GOLDEN_RECORDS, Long.MAX_VALUE, RecordOutput.file(out, RecordWriterOptions.defaults()));
        assertThat(report.recordsWritten()).isEqualTo(GOLDEN_RECORDS);
        assertThat(out).hasBinaryContent(RecordFiles.GOLDEN);
    }

    @Test
    void tellsWhatIsLostBeyond() throws IOException {
        try (FileChannel channel = FileChannel.open(far, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {77}), 4 * PERIOD - RecordFiles.GOLDEN.length + 12);
        }
        LossReport report = RecordRepair.of(ByteSource.of(far)).examine();
        assertThat(report.isComplete()).isFalse();
        assertThat(report.lostBytes()).isEqualTo(19);
        assertThat(report.text()).contains(Long.toString(4 * PERIOD - RecordFiles.GOLDEN.length));
    }

    @Test
    void damageBeyondIsNamedByItsOffset() throws IOException {
        long at = 4 * PERIOD - 3;
        try (FileChannel channel = FileChannel.open(far, StandardOpenOption.WRITE)) {
            channel.truncate(at);
        }
        try (RecordReader reader = RecordReader.open(far)) {
            reader.seek(4 * PERIOD - RecordFiles.GOLDEN.length, COUNT - GOLDEN_RECORDS);
            for (int i = 0; i < GOLDEN_RECORDS - 1; i++) {
                assertThat(reader.next()).isTrue();
            }
            long last = 4 * PERIOD - RecordFiles.GOLDEN.length + 35;
            assertThat(catchThrowable(reader::next))
                    .hasMessageContaining("record " + (COUNT - 1))
                    .hasMessageContaining(Long.toString(last))
                    .hasMessageContaining("truncated record")
                    .isInstanceOfSatisfying(
                            CorruptRecordException.class,
                            damage -> assertThat(damage.recordOffset()).isEqualTo(last));
        }
    }
}
