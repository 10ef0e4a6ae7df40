package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads arbitrary bytes as a file. The result is records, a documented exception, or both, and is equal for every kind
 * of source. Ordinary runs replay the seeds.
 */
class RecordReaderFuzzTest {

    @FuzzTest
    void readsAnyBytesWithDetection(byte[] file) throws IOException {
        RecordFiles.Outcome outcome;
        try {
            outcome = RecordFiles.read(RecordFiles.source(file), RecordReaderOptions.defaults());
        } catch (UnrecognizedFileException e) {
            assertThat(e.looksLike()).isNotEmpty();
            return;
        }
        RecordFiles.Outcome streamed = RecordFiles.read(
                ByteSource.of(new ByteArrayInputStream(file), "memory"), RecordReaderOptions.defaults());
        assertThat(streamed.records()).isEqualTo(outcome.records());
        assertThat(streamed.damage()).hasSameSizeAs(outcome.damage());
    }

    @FuzzTest
    void readsAnyBytesWithEveryCompression(byte[] file) throws IOException {
        for (Compression compression : Compression.builtIn()) {
            RecordReaderOptions options = RecordFiles.tfRecord(compression);
            RecordFiles.Outcome one = RecordFiles.read(RecordFiles.source(file), options);
            RecordFiles.Outcome two = RecordFiles.read(RecordFiles.source(file), options.threads(2));
            assertThat(two.records()).isEqualTo(one.records());
            assertThat(two.damage()).hasSameSizeAs(one.damage());
            RecordFiles.Outcome torn =
                    RecordFiles.read(RecordFiles.source(file), options.damage(DamagePolicy.STOP_AT_TORN_TAIL));
            assertThat(torn.records()).isEqualTo(one.records());
        }
    }

    @FuzzTest
    void skipsDamageInAnyBytes(byte[] file) throws IOException {
        List<SkippedRegion> regions = new ArrayList<>();
        RecordReaderOptions options = RecordFiles.tfRecord(Compression.NONE).damage(DamagePolicy.skip(regions::add));
        RecordFiles.Outcome outcome = RecordFiles.read(RecordFiles.source(file), options);
        long bytes = outcome.records().stream()
                        .mapToLong(record -> record.size() + 16L)
                        .sum()
                + regions.stream().mapToLong(SkippedRegion::length).sum();
        assertThat(outcome.damage()).isEmpty();
        assertThat(bytes).isEqualTo(file.length);
        DamageModel.Found model = DamageModel.of(file);
        assertThat(outcome.records()).hasSameSizeAs(model.records());
        assertThat(regions)
                .extracting(SkippedRegion::offset)
                .isEqualTo(
                        model.regions().stream().map(region -> (long) region[0]).toList());
    }

    @FuzzTest
    void readsAnyBytesAsOfRecord(byte[] file) throws IOException {
        RecordFiles.Outcome outcome = RecordFiles.read(
                RecordFiles.source(file),
                RecordReaderOptions.defaults().format(RecordFormat.OFRECORD).compression(Compression.NONE));
        assertThat(outcome.records()).noneMatch(record -> record.isEmpty());
    }
}
