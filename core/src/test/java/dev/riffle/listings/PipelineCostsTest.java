package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.PipelineObserver;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.stage.StageStatistics;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineCostsTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = ObservationFile.in(directory);
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("feature1:int64=0, feature3:float32=0"));
        // listing
        Dataset<ParsedFeatures> batches = RecordDataset.files(file)
                .shuffle(1_000, 42)
                .batch(100, Collator.parsed(parser))
                .named("parse");

        PipelineObserver observer = PipelineObserver.everyElements(40, statistics -> {
            for (StageStatistics stage : statistics.stages()) {
                out.println(stage.name() + ": " + stage.elements());
            }
        });
        batches.observed(observer).forEach(batch -> {});
        // end
        assertThat(out).hasToString("""
                records: 4999
                shuffle: 4000
                parse: 40
                records: 8999
                shuffle: 8000
                parse: 80
                records: 10000
                shuffle: 10000
                parse: 100
                """);
    }
}
