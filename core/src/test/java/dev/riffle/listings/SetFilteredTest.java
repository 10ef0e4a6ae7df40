package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriterOptions;
import dev.riffle.filter.FeatureFilter;
import dev.riffle.rewrite.RecordRewrite;
import dev.riffle.rewrite.RewriteReport;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SetFilteredTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        ObservationShards.in(directory, 4);
        // listing
        RecordRewrite observations = RecordRewrite.of(RecordSet.find(directory, "observations.tfrecord@4"));
        RecordWriterOptions options = RecordWriterOptions.defaults();

        FeatureFilter goats = FeatureFilter.parse("feature2 == \"goat\" and feature3 > 0.5");
        Path file = directory.resolve("goats.tfrecord");
        RewriteReport filtered = observations.filter(goats, RecordOutput.file(file, options));
        out.println(filtered.recordsWritten() + " of " + filtered.recordsRead());

        Path some = directory.resolve("some.tfrecord");
        RewriteReport sampled = observations.sampleCount(100, 42, RecordOutput.file(some, options));
        out.println(sampled.recordsWritten() + " of " + sampled.recordsRead());
        // end
        assertThat(out).hasToString("""
                616 of 10000
                100 of 10000
                """);
    }
}
