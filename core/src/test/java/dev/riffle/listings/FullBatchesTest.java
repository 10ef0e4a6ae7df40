package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.example.Example;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullBatchesTest {

    @Test
    void run(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("test.tfrecord");
        RecordWriter.write(file, records -> {
            for (int label = 4; label < 7; label++) {
                records.write(Example.builder().put("label", label).build().toBytes());
            }
        });
        Printed out = new Printed();
        // listing
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("label:int64"));
        Tensor yes = DenseTensor.scalar(Values.ofBooleans(true));
        Tensor no = DenseTensor.scalar(Values.ofBooleans(false));
        Dataset<Map<String, Tensor>> rows = RecordDataset.files(file)
                .map(record -> Map.of("label", parser.parse(record).get("label"), "valid", yes));
        Map<String, Tensor> padding = Map.of("label", DenseTensor.scalar(Values.ofLongs(0)), "valid", no);

        int batchSize = 2;
        rows.concatenate(Dataset.of(padding).repeat(batchSize - 1))
                .batch(batchSize, Collator.maps(Collator.tensors()))
                .dropRemainder()
                .forEach(batch -> out.println(batch.get("label") + ", " + batch.get("valid")));
        // end
        assertThat(out).hasToString("""
                int64 [2] [4, 5], bool [2] [true, true]
                int64 [2] [6, 0], bool [2] [true, false]
                """);
    }
}
