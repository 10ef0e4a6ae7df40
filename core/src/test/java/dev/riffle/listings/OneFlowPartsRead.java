package dev.riffle.listings;

// listing

import dev.riffle.OfRecordParts;
import dev.riffle.RecordReader;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.parse.oneflow.OfRecordRawDecoder;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import java.io.IOException;
import java.nio.file.Path;

public class OneFlowPartsRead {

    private static final int BATCH_SIZE = 5;

    public static void main(String[] arguments) throws IOException {
        // Like flow.nn.OFRecordRawDecoder("images", shape=(28, 28), dtype=flow.float32).
        OfRecordRawDecoder images = OfRecordRawDecoder.of("images", Shape.of(28, 28), DType.FLOAT32);
        OfRecordRawDecoder labels = OfRecordRawDecoder.of("labels", Shape.scalar(), DType.INT32);

        // Like flow.nn.OFRecordReader("dataset", batch_size=5, data_part_num=3).
        OfRecordParts parts = OfRecordParts.in(Path.of("dataset")).requireCount(3);
        try (RecordReader records = RecordReader.open(parts.source())) {
            PayloadBatch batch = new PayloadBatch();
            while (batch.refill(records, BATCH_SIZE) > 0) {
                DenseTensor pixels = images.decode(batch);
                System.out.println("images " + pixels.shape() + ", first pixel "
                        + pixels.values().floatAt(0));
                System.out.println("labels " + labels.decode(batch));
            }
        }
    }
}
// end
