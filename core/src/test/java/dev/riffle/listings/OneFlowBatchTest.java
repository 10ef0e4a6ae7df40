package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.OfRecordParts;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.parse.oneflow.OfRecordRawDecoder;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OneFlowBatchTest {

    @Test
    void run(@TempDir Path directory) throws Exception {
        for (int i = 0; i < 2; i++) {
            int label = i;
            RecordWriter.write(
                    directory.resolve("part-" + i),
                    RecordWriterOptions.defaults().format(RecordFormat.OFRECORD),
                    records -> records.write(Example.builder()
                            .put("images", Feature.of(0.5f, label, 1, 0))
                            .put("labels", Feature.ofInt32s(label))
                            .build()
                            .toByteArray(Dialect.ONEFLOW)));
        }
        Printed out = new Printed();
        // listing
        OfRecordRawDecoder images = OfRecordRawDecoder.of("images", Shape.of(2, 2), DType.FLOAT32);
        OfRecordRawDecoder labels = OfRecordRawDecoder.of("labels", Shape.scalar(), DType.INT64);

        try (RecordReader records =
                RecordReader.open(OfRecordParts.in(directory).source())) {
            PayloadBatch batch = new PayloadBatch();
            while (batch.refill(records, 64) > 0) {
                out.println(images.decode(batch));
                out.println(labels.decode(batch));
            }
        }
        // end
        assertThat(out).hasToString("""
                float32 [2, 2, 2] [[[0.5, 0.0], [1.0, 0.0]], [[0.5, 1.0], [1.0, 0.0]]]
                int64 [2] [0, 1]
                """);
    }
}
