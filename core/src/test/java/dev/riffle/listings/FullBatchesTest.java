package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.example.Example;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Tensor;
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
        Dataset<Map<String, Tensor>> rows = RecordDataset.files(file)
                .map(record -> parser.parse(record).asMap())
                .elementSpec(new ElementSpec.MapOf(Map.of("label", ElementSpec.scalar(DType.INT64))))
                .assertCardinality(3);

        int batchSize = 2;
        long full = (rows.cardinality() + batchSize - 1) / batchSize * batchSize;
        Dataset.padToCardinality(rows, full)
                .batch(batchSize, Collator.maps(Collator.tensors()))
                .forEach(out::println);
        // end
        assertThat(out).hasToString("""
                {label=int64 [2] [4, 5], valid=bool [2] [true, true]}
                {label=int64 [2] [6, 0], valid=bool [2] [true, false]}
                """);
    }
}
