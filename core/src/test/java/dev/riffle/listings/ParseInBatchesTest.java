package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParseInBatchesTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = ObservationFile.in(directory);
        ExampleParser parser = ExampleParser.compile(
                FeatureSpecs.parse("feature0:int64=0, feature1:int64=0, feature2:string=\"\", feature3:float32=0"));
        // listing
        Dataset<Bytes> six = RecordDataset.files(file)
                .take(5)
                .concatenate(Dataset.of(Example.empty().toBytes()));
        six.batch(10, Collator.parsed(parser)).forEach(out::print);
        // end
        assertThat(out).hasToString("""
                feature0: int64 [6] [1, 0, 1, 0, 0, 0]
                feature1: int64 [6] [3, 3, 3, 2, 0, 0]
                feature2: string [6] ["horse", "horse", "horse", "chicken", "cat", ""]
                feature3: float32 [6] [1.1027445, -1.1512367, 0.77127755, -0.25089675, -0.40086994, 0.0]
                """);
    }
}
