package dev.riffle.spark.internal.read;

import java.io.IOException;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Returns one row for a task with the total count of its splits; 0 if the task has no splits. Spark only adds these
 * rows, and the sum of no rows would be null.
 */
final class CountReader implements PartitionReader<ColumnarBatch> {

    private final SplitsReader splits;

    private final ConstantColumnVector count = new ConstantColumnVector(1, DataTypes.LongType);

    private final ColumnarBatch batch = new ColumnarBatch(new ColumnVector[] {count}, 1);

    private boolean given;

    CountReader(SplitsReader splits) {
        this.splits = splits;
    }

    @Override
    public boolean next() throws IOException {
        if (given) {
            return false;
        }
        long sum = 0;
        while (splits.next()) {
            sum += splits.get().column(0).getLong(0);
        }
        count.setNotNull();
        count.setLong(sum);
        given = true;
        return true;
    }

    @Override
    public ColumnarBatch get() {
        return batch;
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return splits.currentMetricsValues();
    }

    @Override
    public void close() throws IOException {
        splits.close();
    }
}
