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

class ShuffledBatchesTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = ObservationFile.in(directory);
        ExampleParser parser = ExampleParser.compile(
                FeatureSpecs.parse("feature0:int64=0, feature1:int64=0, feature2:string=\"\", feature3:float32=0"));
        // listing
        Dataset<ParsedFeatures> training = RecordDataset.files(file)
                .shuffle(10_000, 42)
                .repeat(2)
                .batch(4, Collator.parsed(parser))
                .prefetch(2);
        training.take(1).forEach(out::print);
        out.println(training.reduce(0, (rows, batch) -> rows + batch.size()) + " rows in two passes");
        // end
        assertThat(out).hasToString("""
                feature0: int64 [4] [1, 1, 1, 1]
                feature1: int64 [4] [4, 4, 3, 3]
                feature2: string [4] ["goat", "goat", "horse", "horse"]
                feature3: float32 [4] [-0.7573269, 1.3129758, 0.048174474, 0.41553116]
                20000 rows in two passes
                """);
    }
}
