package dev.riffle.spark.internal.read;

import dev.riffle.parse.PayloadBatch;
import java.util.List;
import org.apache.spark.sql.vectorized.ColumnVector;

/** Reads some columns of the records of a batch. The next batch reuses their memory. */
interface RecordColumns {

    /**
     * Reads a batch.
     *
     * @param mismatches receives the records that do not fit, whether or not they become rows
     * @return the number of decoded features
     */
    long read(PayloadBatch payloads, Mismatches mismatches);

    /** Returns the names of the columns whose feature no row of the batch has. */
    List<String> withoutFeature();

    /** Returns the number of rows read. */
    int rows();

    /** Returns the number of a row's record in the batch. The numbers of consecutive rows ascend. */
    int recordOf(int row);

    /** Sets the rows of the columns to all rows read, in their order. */
    void arrangeAll();

    /**
     * Chooses the rows of the columns.
     *
     * @param rows for each row the number of a row read, or a negative number for nulls; the array must not change
     *     while the caller uses the columns
     */
    void arrange(int[] rows, int count);

    /** Returns the column with this name. The object is the same for all batches. */
    ColumnVector vector(String name);
}
