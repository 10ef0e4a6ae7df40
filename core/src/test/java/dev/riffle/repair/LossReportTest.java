package dev.riffle.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Progress;
import dev.riffle.ProgressEvents;
import dev.riffle.RecordFiles;
import dev.riffle.RecordWriterOptions;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Compression;
import dev.riffle.shard.RecordOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests reports with many regions, and progress reports. */
class LossReportTest {

    private static final int PAIRS = 200_000;

    /** Returns a file in which every second record is damaged. */
    private static byte[] everySecondDamaged() {
        byte[][] payloads = new byte[2 * PAIRS][];
        Arrays.fill(payloads, new byte[] {1, 2, 3, 4});
        byte[] content = RecordFiles.tfRecords(payloads);
        for (int i = 1; i < 2 * PAIRS; i += 2) {
            content[20 * i + 12] ^= 1;
        }
        return content;
    }

    @Test
    void keepsTheFirstRegionsAndCountsTheOthers() throws IOException {
        LossReport report =
                RecordRepair.of(RecordFiles.source(everySecondDamaged())).examine();
        assertThat(report.records()).isEqualTo(PAIRS);
        assertThat(report.regions()).hasSize(LossReport.MOST_REGIONS);
        assertThat(report.regionCount()).isEqualTo(PAIRS);
        assertThat(report.lostBytes()).isEqualTo(20L * PAIRS);
        assertThat(report.estimatedLostRecords()).isEqualTo(PAIRS);
        assertThat(report.isComplete()).isFalse();
        assertThat(report.isStreamBroken()).isFalse();
        assertThat(report.regions().get(9_999)).satisfies(region -> {
            assertThat(region.index()).isEqualTo(19_999);
            assertThat(region.offset()).isEqualTo(20 * 19_999);
            assertThat(region.message()).contains("record 19999 at offset");
        });
        assertThat(report.text())
                .contains("lost 4,000,000 bytes in 200,000 regions, about 200,000 records\n")
                .endsWith("  and 190,000 regions more\n")
                .hasLineCount(LossReport.MOST_REGIONS + 2);
        assertThat(JsonValue.parse(report.json())).isInstanceOf(JsonValue.Members.class);
        assertThat(report.json()).contains("\"region_count\":200000,\"regions\":[{");
        assertThat(report.json().length()).isLessThan(400 * LossReport.MOST_REGIONS);
    }

    @Test
    void keepsNoExceptionsInRegions() {
        assertThat(LossReport.Region.class.getRecordComponents())
                .noneMatch(component -> Throwable.class.isAssignableFrom(component.getType()));
    }

    @Test
    void reportsProgressByBytesUpToTheEnd() throws IOException {
        byte[][] large = new byte[48][];
        Arrays.fill(large, new byte[1 << 20]);
        byte[] content = RecordFiles.tfRecords(large);
        content[20 * ((1 << 20) + 16) + 100] ^= 1;
        for (boolean writes : List.of(false, true)) {
            ProgressEvents events = new ProgressEvents();
            RecordRepair repair = RecordRepair.of(RecordFiles.source(content)).progress(events);
            if (writes) {
                repair.copyTo(RecordOutput.sink(
                        ByteSink.of(new ByteArrayOutputStream(), "out"), RecordWriterOptions.defaults()));
            } else {
                repair.examine();
            }
            assertThat(events.last().records()).isEqualTo(47);
            assertThat(events.steps()).hasSizeGreaterThan(4).allMatch(bytes -> bytes <= 18L << 20);
            assertThat(events.last().bytes()).isEqualTo(content.length);
        }
    }

    @Test
    void reportsCompressedBytesForCompressedFiles() throws IOException {
        byte[] gzip =
                RecordFiles.write(RecordWriterOptions.defaults().compression(Compression.GZIP), new byte[5][1000]);
        ProgressEvents events = new ProgressEvents();
        RecordRepair.of(RecordFiles.source(gzip)).progress(events).examine();
        assertThat(events.last()).isEqualTo(new Progress(5, gzip.length, OptionalLong.of(gzip.length), true));
    }
}
