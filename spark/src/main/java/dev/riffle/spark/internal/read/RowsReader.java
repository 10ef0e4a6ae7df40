package dev.riffle.spark.internal.read;

import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/** Reads batches row by row. */
final class RowsReader implements PartitionReader<InternalRow> {

    private final PartitionReader<ColumnarBatch> batches;

    private final UnsafeProjection copy;

    private Iterator<InternalRow> rows = Collections.emptyIterator();

    private @Nullable InternalRow row;

    RowsReader(PartitionReader<ColumnarBatch> batches, StructType schema) {
        this.batches = batches;
        this.copy = UnsafeProjection.create(schema);
    }

    @Override
    public boolean next() throws IOException {
        while (!rows.hasNext()) {
            if (!batches.next()) {
                return false;
            }
            rows = batches.get().rowIterator();
        }
        row = copy.apply(rows.next());
        return true;
    }

    @Override
    public InternalRow get() {
        if (row == null) {
            throw new IllegalStateException("no row");
        }
        return row;
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return batches.currentMetricsValues();
    }

    @Override
    public void close() throws IOException {
        batches.close();
    }
}
