package dev.riffle.spark.internal.read;

import dev.riffle.parse.PayloadBatch;
import org.apache.spark.sql.vectorized.ColumnVector;

/** Some columns of the records of a batch. The next batch reuses their memory. */
interface RecordColumns {

    /**
     * Reads a batch.
     *
     * @param mismatches receives the records that do not fit, which may or may not be rows
     * @return the number of decoded features
     */
    long read(PayloadBatch payloads, Mismatches mismatches);

    /** Returns the number of rows read. */
    int rows();

    /** Returns the number of a row's record in the batch. The numbers ascend. */
    int recordOf(int row);

    /** Makes the rows read the rows of the columns, all in their order. */
    void arrangeAll();

    /**
     * Chooses the rows of the columns.
     *
     * @param rows for each row the number of a row read, or below 0 for nulls; must not change as long as the columns
     *     are used
     */
    void arrange(int[] rows, int count);

    /** Returns the column with this name, the same object for all batches. */
    ColumnVector vector(String name);
}
