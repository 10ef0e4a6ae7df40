package dev.riffle.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import dev.riffle.example.FeatureWarning;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.rewrite.RecordRewrite;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a filter reports about names that no message has. */
class UnknownNamesTest {

    private static final Bytes FULL = Example.builder().put("id", 7).build().toBytes();

    private static final Bytes RARE = Example.builder().put("rare", 1).build().toBytes();

    private static final String UNKNOWN = "none of the first 32 records has a feature \"idd\"; did you mean \"id\"?";

    @TempDir
    private Path directory;

    private final List<String> warnings = new ArrayList<>();

    private FeatureFilter filter(String text) {
        return FeatureFilter.parse(text).warnings(warning -> warnings.add(warning.message()));
    }

    private RecordRewrite rewrite(int records) throws IOException {
        Path file = directory.resolve(records + ".tfrecord");
        RecordWriter.write(file, RecordWriterOptions.defaults(), writer -> {
            for (int i = 0; i < records; i++) {
                writer.write(i == 50 ? RARE : FULL);
            }
        });
        return RecordRewrite.of(List.of(ByteSource.of(file)));
    }

    @Test
    void reportsAfter32MessagesOnce() {
        FeatureFilter filter = filter("idd > 3 or id > 0");
        for (int i = 0; i < 31; i++) {
            assertThat(filter.test(FULL)).isTrue();
        }
        assertThat(warnings).isEmpty();
        filter.test(FULL);
        filter.test(FULL);
        filter.reportUnknownFeatures();
        assertThat(warnings).containsExactly(UNKNOWN);
    }

    @Test
    void reportsAtTheEndOfAShorterInput() throws IOException {
        assertThat(rewrite(3).countFiltered(filter("idd > 3")).recordsChosen()).isZero();
        assertThat(warnings).containsExactly("none of the first 3 records has a feature \"idd\"; did you mean \"id\"?");
        warnings.clear();
        rewrite(1).countFiltered(filter("not has(ID)"));
        assertThat(warnings).containsExactly("the first record has no feature \"ID\"; did you mean \"id\"?");
        warnings.clear();
        rewrite(0).countFiltered(filter("idd > 3"));
        assertThat(warnings).isEmpty();
    }

    @Test
    void reportsOnceForAllPassesOfAnOperation() throws IOException {
        FeatureFilter filter = filter("idd > 3 or id > 0");
        RecordRewrite rewrite = rewrite(100);
        rewrite.filter(
                filter,
                RecordOutput.shards(ShardNames.of(directory.resolve("out"), 2), RecordWriterOptions.defaults()));
        assertThat(warnings).containsExactly(UNKNOWN);
        rewrite.countFiltered(filter);
        assertThat(warnings).containsExactly(UNKNOWN, UNKNOWN);
    }

    @Test
    void anOperationCountsOnlyItsOwnRecords() throws IOException {
        FeatureFilter filter = filter("idd > 3");
        filter.test(FULL);
        rewrite(3).countFiltered(filter);
        assertThat(warnings).containsExactly("none of the first 3 records has a feature \"idd\"; did you mean \"id\"?");
    }

    @Test
    void aFeatureOfALaterRecordIsUnknownInTheFirst() throws IOException {
        assertThat(rewrite(100).countFiltered(filter("rare == 1")).recordsChosen())
                .isOne();
        assertThat(warnings).containsExactly("none of the first 32 records has a feature \"rare\"");
    }

    @Test
    void knownNamesCauseNoWarning() throws IOException {
        FeatureFilter filter = filter("id > 3 and rare == 1");
        filter.test(FULL);
        filter.test(RARE);
        filter.reportUnknownFeatures();
        filter("true").reportUnknownFeatures();
        rewrite(2).countFiltered(filter("id > 3"));
        assertThat(warnings).isEmpty();
    }

    @Test
    void requiringKnownFeaturesThrows() throws IOException {
        FeatureFilter filter = filter("has(idd) or has(rare)").requiringKnownFeatures();
        for (Bytes message : List.of(FULL, RARE)) {
            assertThatExceptionOfType(FilterException.class)
                    .isThrownBy(() -> filter.test(message))
                    .withMessageContaining("feature \"idd\"; did you mean \"id\"?");
        }
        filter.test(Example.builder().put("idd", 1).build().toBytes());
        filter.test(FULL);
        RecordRewrite rewrite = rewrite(2);
        Path output = directory.resolve("output");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> rewrite.filter(
                        FeatureFilter.parse("idd > 3").requiringKnownFeatures(),
                        RecordOutput.file(output, RecordWriterOptions.defaults())))
                .withMessage(directory.resolve("2.tfrecord") + ": record 0 at offset 0: the first record has no feature"
                        + " \"idd\"; did you mean \"id\"?");
        assertThat(output).doesNotExist();
        assertThat(warnings).isEmpty();
    }

    @Test
    void aWarningHasItsParts() {
        List<FeatureWarning> parts = new ArrayList<>();
        FeatureFilter filter = FeatureFilter.parse("idd > 3").warnings(parts::add);
        filter.test(FULL);
        filter.reportUnknownFeatures();
        assertThat(parts)
                .containsExactly(
                        new FeatureWarning("idd", "the first record has no feature \"idd\"", List.of("id"), ""));
    }
}
