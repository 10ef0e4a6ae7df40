package dev.riffle.spark.internal.read;

import dev.riffle.parse.PayloadBatch;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.schema.OtherMessages;
import java.util.List;
import org.apache.spark.sql.vectorized.ColumnVector;

/**
 * Reads records for a schema without columns of values. Checks only that payloads look like messages of the record
 * type.
 */
final class NoColumns implements RecordColumns {

    private final OtherMessages others;

    private int size;

    NoColumns(RecordOptions options) {
        RecordType type = options.recordType();
        others = new OtherMessages(options.format(), options.explodesExamples() ? type.ofFeatures() : type);
    }

    @Override
    public long read(PayloadBatch payloads, Mismatches mismatches) {
        size = payloads.size();
        for (int record = 0; record < size; record++) {
            int number = record;
            others.problem(payloads.payload(record)).ifPresent(problem -> mismatches.add(number, problem));
        }
        return 0;
    }

    @Override
    public List<String> withoutFeature() {
        return List.of();
    }

    @Override
    public int rows() {
        return size;
    }

    @Override
    public int recordOf(int row) {
        return row;
    }

    @Override
    public void arrangeAll() {}

    @Override
    public void arrange(int[] rows, int count) {}

    @Override
    public ColumnVector vector(String name) {
        throw new IllegalArgumentException("column not found: \"" + name + "\"; the read has no columns");
    }
}
