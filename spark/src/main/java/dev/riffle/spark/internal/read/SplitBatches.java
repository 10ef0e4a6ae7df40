package dev.riffle.spark.internal.read;

import dev.riffle.io.ByteSource;
import dev.riffle.spark.internal.metric.ReadCounts;
import dev.riffle.spark.internal.options.ReadMode;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.vectorized.ColumnVectorUtils;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** The records of one file that begin in a range of bytes, as batches of columns. Belongs to one thread. */
final class SplitBatches implements Closeable {

    private final ReadPlan plan;
    private final ReadCounts counts = new ReadCounts();
    private final SplitReader records;
    private final BatchRows rows;
    private final ColumnarBatch batch;

    /** The only column where records are counted. */
    private final ConstantColumnVector count = new ConstantColumnVector(1, DataTypes.LongType);

    private long left;
    private boolean ended;

    private SplitBatches(ReadPlan plan, ByteSource source, long start, long length, InternalRow partitionValues)
            throws IOException {
        this.plan = plan;
        this.rows = new BatchRows(plan, counts);
        this.left = plan.limit() < 0 ? Long.MAX_VALUE : plan.limit();
        List<ColumnVector> columns = new ArrayList<>();
        if (plan.counting()) {
            columns.add(count);
        } else {
            for (StructField field : plan.wanted().fields()) {
                columns.add(rows.vector(field.name()));
            }
            addPartitionColumns(columns, partitionValues);
        }
        this.batch = new ColumnarBatch(columns.toArray(ColumnVector[]::new));
        this.records = SplitReader.open(plan.options(), source, start, length, counts);
    }

    private void addPartitionColumns(List<ColumnVector> columns, InternalRow values) {
        StructField[] fields = plan.partitionSchema().fields();
        for (int i = 0; i < fields.length; i++) {
            ConstantColumnVector column = new ConstantColumnVector(BatchRows.MOST, fields[i].dataType());
            ColumnVectorUtils.populate(column, values, i);
            columns.add(column);
        }
    }

    /**
     * Opens a file. Damage is not found here, but by {@link #next()}.
     *
     * @param start where the range begins, in bytes of the file as it is stored
     * @param length how many bytes it has; several ranges that follow each other have all records between them once
     * @param partitionValues the values of {@link ReadPlan#partitionSchema()}
     * @throws IllegalArgumentException if a column cannot be held in messages, or a filter cannot be decided
     */
    static SplitBatches open(ReadPlan plan, ByteSource source, long start, long length, InternalRow partitionValues)
            throws IOException {
        return new SplitBatches(plan, source, start, length, partitionValues);
    }

    /**
     * Goes to the next batch, which has a row at least; false if there is none. What comes before a record at which the query
     * fails is still given, so that a limit that is reached there never sees it.
     *
     * @throws IOException if the file cannot be read; in {@link ReadMode#FAILFAST} also if it is damaged or a record does not fit
     *     the schema, with the file, the record and its place
     */
    boolean next() throws IOException {
        if (plan.counting()) {
            return count();
        }
        while (left > 0 && !ended) {
            int found = (int) Math.min(left, rows.next(records, most()));
            if (found > 0) {
                left -= found;
                batch.setNumRows(found);
                return true;
            }
            ended = finished();
        }
        return false;
    }

    /** How many records are worth to be taken together. */
    private int most() {
        return plan.filters().isEmpty() ? (int) Math.min(left, BatchRows.MOST) : BatchRows.MOST;
    }

    /** Whether nothing comes any more; what the rows have ended at is thrown when all before it was given. */
    private boolean finished() throws IOException {
        if (rows.failure() != null) {
            throw rows.failure();
        }
        return records.isLast();
    }

    private boolean count() throws IOException {
        if (ended) {
            finished();
            return false;
        }
        long found = 0;
        do {
            found += rows.next(records, BatchRows.MOST);
        } while (rows.failure() == null && !records.isLast());
        ended = true;
        count.setNotNull();
        count.setLong(Math.min(found, left));
        batch.setNumRows(1);
        return true;
    }

    /** The present batch: the wanted columns and behind them those of the partition. Its memory is used again by {@link #next}. */
    ColumnarBatch batch() {
        return batch;
    }

    /** What was read so far. */
    ReadCounts counts() {
        return counts;
    }

    @Override
    public void close() throws IOException {
        ended = true;
        records.close();
    }
}
