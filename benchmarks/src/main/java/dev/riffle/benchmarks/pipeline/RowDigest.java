package dev.riffle.benchmarks.pipeline;

import dev.riffle.benchmarks.harness.Row;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.tensor.Values;
import java.util.Arrays;

/** Computes a number from all values of all rows of batches. The number does not depend on the order of the rows. */
final class RowDigest {

    private long rows;
    private long anyOrder;

    long rows() {
        return rows;
    }

    long anyOrder() {
        return anyOrder;
    }

    void add(ParsedFeatures batch) {
        Values labels = batch.dense(Row.LABEL).values();
        Values embeddings = batch.dense(Row.EMBEDDING).values();
        for (int row = 0; row < batch.size(); row++) {
            long hash = 0;
            for (String name : Row.COUNTERS) {
                hash = mix(hash, batch.dense(name).values().longAt(row));
            }
            for (String name : Row.RATIOS) {
                hash = mix(hash, Float.floatToIntBits(batch.dense(name).values().floatAt(row)));
            }
            for (String name : Row.CATEGORIES) {
                byte[] category = batch.dense(name).values().bytesAt(row).toByteArray();
                hash = mix(hash, Arrays.hashCode(category));
            }
            for (int i = 0; i < ProtobufBatches.EMBEDDING; i++) {
                hash = mix(hash, Float.floatToIntBits(embeddings.floatAt(row * ProtobufBatches.EMBEDDING + i)));
            }
            add(mix(hash, labels.longAt(row)));
        }
    }

    void add(ProtobufBatches.Columns batch) {
        for (int row = 0; row < batch.size(); row++) {
            long hash = 0;
            for (long[] counters : batch.counters()) {
                hash = mix(hash, counters[row]);
            }
            for (float[] ratios : batch.ratios()) {
                hash = mix(hash, Float.floatToIntBits(ratios[row]));
            }
            for (int i = 0; i < Row.CATEGORIES.length; i++) {
                hash = mix(hash, Arrays.hashCode(batch.categories()[i][row].toByteArray()));
            }
            for (int i = 0; i < ProtobufBatches.EMBEDDING; i++) {
                hash = mix(hash, Float.floatToIntBits(batch.embeddings()[row * ProtobufBatches.EMBEDDING + i]));
            }
            add(mix(hash, batch.labels()[row]));
        }
    }

    private void add(long hash) {
        rows++;
        anyOrder += hash;
    }

    private static long mix(long hash, long value) {
        long mixed = (hash ^ value) * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 29);
    }
}
