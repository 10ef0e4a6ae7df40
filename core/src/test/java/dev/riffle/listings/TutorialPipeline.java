package dev.riffle.listings;

// listing
import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

public class TutorialPipeline {

    public static void main(String[] arguments) throws IOException {
        int n = 1_000;
        long[] label = new long[n];
        float[] value = new float[n];
        for (int i = 0; i < n; i++) {
            label[i] = i % 5;
            value[i] = i / 10f;
        }

        // from_tensor_slices, map(serialize), TFRecordWriter
        Dataset<Map<String, Tensor>> rows = Dataset.fromTensorSlices(Map.of(
                "label", DenseTensor.vector(Values.ofLongs(label)),
                "value", DenseTensor.vector(Values.ofFloats(value))));
        Dataset<Bytes> serialized = rows.map(TutorialPipeline::serialize);
        Path file = Path.of("numbers.tfrecord");
        RecordDataset.write(serialized, file, RecordWriterOptions.defaults().overwrite());

        // TFRecordDataset, map(parse_single_example), shuffle, batch
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("label:int64=0, value:float32=0"));
        Dataset<Map<String, Tensor>> parsed =
                RecordDataset.files(file).map(record -> parser.parse(record).asMap());
        parsed.shuffle(100, 42)
                .batch(4, Collator.maps(Collator.tensors()))
                .take(2)
                .forEach(System.out::println);

        // The same batches, faster: one call parses all records of a batch.
        Dataset<ParsedFeatures> faster =
                RecordDataset.files(file).shuffle(100, 42).batch(4, Collator.parsed(parser));
        faster.take(2).forEach(System.out::print);
    }

    private static Bytes serialize(Map<String, Tensor> row) {
        return Example.builder()
                .put("label", row.get("label").values().longAt(0))
                .put("value", row.get("value").values().floatAt(0))
                .build()
                .toBytes();
    }
}
// end
