package dev.riffle.benchmarks.pipeline;

import com.google.protobuf.ByteString;
import dev.riffle.benchmarks.harness.Row;
import dev.riffle.oracle.tensorflow.Example;
import dev.riffle.oracle.tensorflow.Features;
import dev.riffle.oracle.tensorflow.FloatList;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.tensorflow.hadoop.util.TFRecordReader;

/**
 * Reads batches with a loop that users write without a library. The reader of tensorflow-hadoop reads a buffered stream
 * and verifies both checksums. The loop shuffles with a list of payloads: it removes a random payload and puts the next
 * payload in its place. Messages of protobuf-java fill an array for each column of a batch.
 */
final class ProtobufBatches {

    static final int EMBEDDING = 32;

    private static final int BUFFER_BYTES = 1 << 20;

    private final Random random;

    ProtobufBatches(long seed) {
        this.random = new Random(seed);
    }

    /** Holds a batch as arrays whose first {@code size} rows are valid. */
    record Columns(
            int size,
            long[][] counters,
            float[][] ratios,
            ByteString[][] categories,
            float[] embeddings,
            long[] labels) {

        static Columns empty() {
            int rows = BatchesContest.BATCH;
            return new Columns(
                    0,
                    new long[Row.COUNTERS.length][rows],
                    new float[Row.RATIOS.length][rows],
                    new ByteString[Row.CATEGORIES.length][rows],
                    new float[rows * EMBEDDING],
                    new long[rows]);
        }

        Columns ofSize(int rows) {
            return new Columns(rows, counters, ratios, categories, embeddings, labels);
        }

        void set(int row, Features features) {
            for (int i = 0; i < Row.COUNTERS.length; i++) {
                counters[i][row] = features.getFeatureOrThrow(Row.COUNTERS[i])
                        .getInt64List()
                        .getValue(0);
            }
            for (int i = 0; i < Row.RATIOS.length; i++) {
                ratios[i][row] =
                        features.getFeatureOrThrow(Row.RATIOS[i]).getFloatList().getValue(0);
            }
            for (int i = 0; i < Row.CATEGORIES.length; i++) {
                categories[i][row] = features.getFeatureOrThrow(Row.CATEGORIES[i])
                        .getBytesList()
                        .getValue(0);
            }
            FloatList embedding = features.getFeatureOrThrow(Row.EMBEDDING).getFloatList();
            for (int i = 0; i < EMBEDDING; i++) {
                embeddings[row * EMBEDDING + i] = embedding.getValue(i);
            }
            labels[row] = features.getFeatureOrThrow(Row.LABEL).getInt64List().getValue(0);
        }
    }

    /** Passes each batch to {@code consumer}. */
    void read(Path file, Consumer<Columns> consumer) throws IOException {
        try (InputStream stream = new BufferedInputStream(new FileInputStream(file.toFile()), BUFFER_BYTES)) {
            TFRecordReader records = new TFRecordReader(stream, true);
            List<byte[]> buffer = new ArrayList<>(BatchesContest.SHUFFLE);
            byte[] payload = records.read();
            while (payload != null && buffer.size() < BatchesContest.SHUFFLE) {
                buffer.add(payload);
                payload = records.read();
            }
            Columns batch = Columns.empty();
            int rows = 0;
            while (!buffer.isEmpty()) {
                int at = random.nextInt(buffer.size());
                batch.set(rows++, Example.parseFrom(buffer.get(at)).getFeatures());
                if (payload != null) {
                    buffer.set(at, payload);
                    payload = records.read();
                } else {
                    buffer.set(at, buffer.get(buffer.size() - 1));
                    buffer.remove(buffer.size() - 1);
                }
                if (rows == BatchesContest.BATCH) {
                    consumer.accept(batch.ofSize(rows));
                    batch = Columns.empty();
                    rows = 0;
                }
            }
            if (rows > 0) {
                consumer.accept(batch.ofSize(rows));
            }
        }
    }
}
