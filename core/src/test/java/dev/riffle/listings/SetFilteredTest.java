package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriterOptions;
import dev.riffle.filter.FeatureFilter;
import dev.riffle.rewrite.Surgery;
import dev.riffle.rewrite.SurgeryReport;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.SetTarget;
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
        Surgery observations = Surgery.of(RecordSet.find(directory, "observations.tfrecord@4"));
        RecordWriterOptions options = RecordWriterOptions.defaults();

        FeatureFilter goats = FeatureFilter.parse("feature2 == \"goat\" and feature3 > 0.5");
        Path file = directory.resolve("goats.tfrecord");
        SurgeryReport filtered = observations.filter(goats, SetTarget.file(file, options));
        out.println(filtered.recordsWritten() + " of " + filtered.recordsRead());

        Path some = directory.resolve("some.tfrecord");
        SurgeryReport sampled = observations.sampleCount(100, 42, SetTarget.file(some, options));
        out.println(sampled.recordsWritten() + " of " + sampled.recordsRead());
        // end
        assertThat(out).hasToString("""
                616 of 10000
                100 of 10000
                """);
    }
}
