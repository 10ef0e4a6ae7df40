package dev.riffle.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException.Reason;
import dev.riffle.ProgressEvents;
import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.UnrecognizedFileException;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.shard.RecordOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the records and the report of a repair. */
class RecordRepairTest {

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private RecordOutput target(RecordWriterOptions options) {
        return RecordOutput.sink(ByteSink.of(out, "out"), options);
    }

    private LossReport rescue(byte[] file) throws IOException {
        return RecordRepair.of(RecordFiles.source(file)).copyTo(target(RecordWriterOptions.defaults()));
    }

    private static byte[][] payloads(int count, int size) {
        byte[][] payloads = new byte[count][size];
        Random random = new Random(count);
        for (byte[] payload : payloads) {
            random.nextBytes(payload);
        }
        return payloads;
    }

    @Test
    void copiesAnIntactFile() throws IOException {
        byte[] file = RecordFiles.tfRecords(payloads(10_000, 20));
        LossReport report = rescue(file);
        assertThat(out.toByteArray()).isEqualTo(file);
        assertThat(report.isComplete()).isTrue();
        assertThat(report.records()).isEqualTo(10_000);
        assertThat(report.text()).isEqualTo("memory: 10,000 intact records, nothing lost\n");
    }

    @Test
    void acceptsAnEmptyFile() throws IOException {
        LossReport report = rescue(new byte[0]);
        assertThat(report.isComplete()).isTrue();
        assertThat(report.records()).isZero();
    }

    @Test
    void reportsRegionsAndEstimatedLosses() throws IOException {
        byte[] file = RecordFiles.tfRecords(payloads(100, 20));
        Arrays.fill(file, 36 * 10 + 5, 36 * 13 + 5, (byte) 0);
        LossReport report = rescue(file);
        assertThat(report.records()).isEqualTo(96);
        assertThat(report.lostBytes()).isEqualTo(4 * 36);
        assertThat(report.estimatedLostRecords()).isEqualTo(4);
        assertThat(report.isStreamBroken()).isFalse();
        assertThat(report.end()).isEmpty();
        LossReport.Region region = report.regions().get(0);
        assertThat(region.offset()).isEqualTo(360);
        assertThat(region.length()).hasValue(144);
        assertThat(region.beginning()).isEqualTo(Bytes.copyOf(file, 360, 16));
        assertThat(region.reason()).isEqualTo(Reason.LENGTH_CHECKSUM);
        assertThat(report.text())
                .isEqualTo("memory: 96 intact records, lost 144 bytes in 1 region, about 4 records\n"
                        + "  at offset 360: 144 bytes, about 4 records: length checksum does not match; begins "
                        + "14000000000000000000000000000000\n");
        assertThat(report.json())
                .contains("\"records\":96,\"lost_bytes\":144,\"estimated_lost_records\":4,\"complete\":false")
                .contains("\"offset\":360,\"length\":144,\"estimated_records\":4,\"reason\":\"length_checksum\"");
        assertThat(JsonValue.parse(report.json())).isInstanceOf(JsonValue.Members.class);
    }

    @Test
    void examinesWithTheSameReportWithoutAnOutput() throws IOException {
        byte[] file = RecordFiles.tfRecords(payloads(50, 20));
        file[100] ^= 1;
        file[1000] ^= 1;
        LossReport examined = RecordRepair.of(RecordFiles.source(file)).examine();
        assertThat(examined.text()).isEqualTo(rescue(file).text());
    }

    @Test
    void savesTheOutputOfATruncatedCompressedFile() throws IOException {
        for (Compression compression : List.of(Compression.GZIP, Compression.ZLIB, Compression.SNAPPY)) {
            byte[][] payloads = payloads(6000, 100);
            RecordWriterOptions options =
                    RecordWriterOptions.defaults().compression(compression).bufferSize(4 << 10);
            byte[] file = RecordFiles.write(options, payloads);
            for (int cut : new int[] {file.length / 3, file.length / 2, file.length - 5}) {
                out.reset();
                LossReport report = RecordRepair.of(RecordFiles.source(Arrays.copyOf(file, cut)))
                        .reading(RecordFiles.tfRecord(compression))
                        .copyTo(target(RecordWriterOptions.defaults()));
                assertThat(report.isStreamBroken()).isTrue();
                // All records have similar compressed sizes; the last block may be lost with its code tables.
                long even = 6000L * cut / file.length;
                assertThat(report.records())
                        .as("%s cut at %d", compression, cut)
                        .isBetween(even - 80, even + 80);
                assertThat(report.text()).contains("the compressed stream is broken");
                assertThat(report.regions())
                        .last()
                        .satisfies(region -> assertThat(region.length()).isEmpty());
                RecordFiles.Outcome rescued =
                        RecordFiles.read(RecordFiles.source(out.toByteArray()), RecordReaderOptions.defaults());
                assertThat(rescued.damage()).isEmpty();
                assertThat(rescued.records()).hasSize((int) report.records());
                for (int i = 0; i < report.records(); i++) {
                    assertThat(rescued.records().get(i)).isEqualTo(Bytes.copyOf(payloads[i]));
                }
            }
        }
    }

    @Test
    void losesOnlyTheDamageBeforeABreak() throws IOException {
        byte[] plain = RecordFiles.tfRecords(payloads(3000, 100));
        plain[116 * 1000 + 50] ^= 1;
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (java.util.zip.GZIPOutputStream stream = new java.util.zip.GZIPOutputStream(gzip)) {
            stream.write(plain);
        }
        byte[] cut = Arrays.copyOf(gzip.toByteArray(), gzip.size() / 2);
        LossReport report = rescue(cut);
        assertThat(report.records()).isGreaterThan(1300);
        assertThat(report.regions()).hasSize(2);
        assertThat(report.regions().get(0).offset()).isEqualTo(116_000);
        assertThat(report.regions().get(0).length()).hasValue(116);
        assertThat(report.regions().get(1).offset() % 116).isZero();
    }

    @Test
    void savesOfRecordsUpToTheFirstDamage() throws IOException {
        byte[] intact = RecordFiles.GOLDEN_OFRECORD;
        byte[] file = Arrays.copyOf(intact, intact.length - 1);
        LossReport report = RecordRepair.of(RecordFiles.source(file))
                .copyTo(target(RecordWriterOptions.defaults().format(RecordFormat.OFRECORD)));
        assertThat(out.toByteArray()).isEqualTo(Arrays.copyOf(intact, 22));
        assertThat(report.records()).isEqualTo(1);
        assertThat(report.regions()).singleElement().satisfies(region -> {
            assertThat(region.offset()).isEqualTo(22);
            assertThat(region.length()).hasValue(23);
        });
        assertThat(report.isStreamBroken()).isFalse();
        assertThat(report.text()).contains("OFRecord has no checksums");
    }

    @Test
    void rejectsOtherFilesWithoutAnOutput() {
        assertThatThrownBy(() -> rescue("name,value\na,1\n".getBytes()))
                .isInstanceOf(UnrecognizedFileException.class)
                .hasMessageContaining("CSV");
        assertThat(out.size()).isZero();
    }

    @Test
    void repairsAStreamLikeAFile() throws IOException {
        byte[] file = RecordFiles.tfRecords(payloads(50, 20));
        file[100] ^= 1;
        LossReport report = RecordRepair.of(ByteSource.of(new ByteArrayInputStream(file), "memory"))
                .copyTo(target(RecordWriterOptions.defaults()));
        assertThat(report.text())
                .isEqualTo(RecordRepair.of(RecordFiles.source(file)).examine().text());
    }

    @Test
    void reportsProgress() throws IOException {
        ProgressEvents events = new ProgressEvents();
        RecordRepair.of(RecordFiles.source(RecordFiles.tfRecords(payloads(10_000, 20))))
                .progress(events)
                .examine();
        assertThat(events.last().records()).isEqualTo(10_000);
    }

    @Test
    void keepsTheInputUnchanged() throws IOException {
        byte[] file = RecordFiles.tfRecords(payloads(50, 20));
        file[100] ^= 1;
        Path path = Files.write(directory.resolve("a.tfrecord"), file);
        RecordRepair.of(ByteSource.of(path)).copyTo(target(RecordWriterOptions.defaults()));
        assertThat(path).hasBinaryContent(file);
        try (RecordReader reader = RecordReader.open(new ByteArrayInputStream(out.toByteArray()), "out")) {
            assertThat(reader.stream().count()).isEqualTo(49);
        }
    }
}
