package dev.riffle.spark.internal.read;

import dev.riffle.io.ByteSource;
import dev.riffle.spark.internal.metric.ReadCounts;
import dev.riffle.spark.internal.options.ReadMode;
import dev.riffle.spark.internal.vector.StructVector;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.vectorized.ColumnVectorUtils;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Reads the records of one file that begin in a range of bytes, as batches of columns. Belongs to one thread. */
final class SplitBatches implements Closeable {

    private final ReadPlan plan;
    private final ReadCounts counts = new ReadCounts();
    private final SplitReader records;
    private final BatchRows rows;
    private final ColumnarBatch batch;
    private final List<StructVector> structs = new ArrayList<>();

    /** The only column if records are counted. */
    private final ConstantColumnVector count = new ConstantColumnVector(1, DataTypes.LongType);

    private long left;
    private boolean ended;

    private SplitBatches(ReadPlan plan, ByteSource source, long start, long length, InternalRow constants)
            throws IOException {
        this.plan = plan;
        this.rows = new BatchRows(plan, counts);
        this.left = plan.limit() < 0 ? Long.MAX_VALUE : plan.limit();
        List<ColumnVector> columns = new ArrayList<>();
        if (plan.counting()) {
            columns.add(count);
        } else {
            for (StructField field : plan.wanted().fields()) {
                ColumnVector column = rows.vector(field);
                columns.add(column);
                if (column instanceof StructVector struct) {
                    structs.add(struct);
                }
            }
            addConstants(columns, constants);
        }
        this.batch = new ColumnarBatch(columns.toArray(ColumnVector[]::new));
        this.records = SplitReader.open(plan.options(), source, start, length, counts);
    }

    private void addConstants(List<ColumnVector> columns, InternalRow values) {
        StructField[] fields = plan.constants().fields();
        for (int i = 0; i < fields.length; i++) {
            columns.add(constant(fields[i].dataType(), values, i));
        }
    }

    private static ConstantColumnVector constant(DataType type, InternalRow values, int place) {
        ConstantColumnVector column = new ConstantColumnVector(BatchRows.MOST, type);
        if (type instanceof StructType struct) {
            InternalRow fields = values.getStruct(place, struct.length());
            for (int i = 0; i < struct.length(); i++) {
                column.setChild(i, constant(struct.fields()[i].dataType(), fields, i));
            }
            column.setNotNull();
        } else {
            ColumnVectorUtils.populate(column, values, place);
        }
        return column;
    }

    /**
     * Opens a file without a search for damage. {@link #next()} finds damage.
     *
     * @param start the offset of the range, in stored bytes of the file
     * @param length the number of bytes; adjacent ranges together return each record once
     * @param constants the values of {@link ReadPlan#constants()}
     * @throws IllegalArgumentException if messages cannot hold a column, or the reader cannot evaluate a filter
     */
    static SplitBatches open(ReadPlan plan, ByteSource source, long start, long length, InternalRow constants)
            throws IOException {
        return new SplitBatches(plan, source, start, length, constants);
    }

    /** Reports the columns without a feature in the first batch to a sample. */
    void sample(NameSample names) {
        rows.sample(names);
    }

    /**
     * Advances to the next batch, which has at least one row. Returns false at the end. Returns the rows before a
     * record that fails the query. So a query that reaches its limit before this record does not fail.
     *
     * @throws IOException if the file cannot be read; in {@link ReadMode#FAILFAST} also if it is damaged or a record
     *     does not fit the schema, with the file, the record and its place
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
                structs.forEach(struct -> struct.rows(found));
                return true;
            }
            ended = finished();
        }
        return false;
    }

    /** Returns the largest number of records in the next batch. */
    private int most() {
        return plan.filters().isEmpty() ? (int) Math.min(left, BatchRows.MOST) : BatchRows.MOST;
    }

    /** Returns whether no rows follow. After the last row, throws the error that ended the rows. */
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

    /** Returns the current batch: the selected columns, then the constant columns. {@link #next} reuses its memory. */
    ColumnarBatch batch() {
        return batch;
    }

    /** Returns the number of skipped or bad records so far, with its unit. Each Example may be a row of its own. */
    String skipped() {
        return counts.skipped
                + (plan.options().explodesExamples()
                        ? " damaged records or mismatched Examples"
                        : " damaged or mismatched records");
    }

    /** Returns the counts so far. */
    ReadCounts counts() {
        return counts;
    }

    @Override
    public void close() throws IOException {
        ended = true;
        records.close();
    }
}
