package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstPipelineTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = ObservationFile.in(directory);
        // listing
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("feature1:int64=0, feature3:float32=0"));
        Dataset<ParsedFeatures> batches = RecordDataset.files(file)
                .shuffle(1_000, 42)
                .batch(4, Collator.parsed(parser))
                .prefetch(2);

        batches.take(2).forEach(out::print);
        // end
        assertThat(out).hasToString("""
                feature1: int64 [4] [4, 0, 4, 2]
                feature3: float32 [4] [0.086234845, 0.8384402, -0.24366999, 0.26336217]
                feature1: int64 [4] [4, 4, 3, 2]
                feature3: float32 [4] [1.5062656, -1.7256854, 0.25432009, 0.8764682]
                """);
    }
}
