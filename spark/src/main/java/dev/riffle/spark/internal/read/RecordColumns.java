package dev.riffle.spark.internal.read;

import dev.riffle.parse.PayloadBatch;
import org.apache.spark.sql.vectorized.ColumnVector;

/** Some columns of the records of a batch, in memory that the next batch uses again. */
interface RecordColumns {

    /**
     * Reads a batch.
     *
     * @param misfits is told of records that do not fit; these may be rows or not
     * @return how many features were decoded
     */
    long read(PayloadBatch payloads, Misfits misfits);

    /** How many rows were read. */
    int rows();

    /** The number that the record of a row has in the batch; ascending. */
    int recordOf(int row);

    /**
     * Makes a column's rows those that were read, all of them in their order.
     */
    void arrangeAll();

    /**
     * Chooses what the columns show.
     *
     * @param rows for each row that they then have, which one of those that were read, or below 0 for nulls; stays as it is as
     *     long as the columns are looked at
     */
    void arrange(int[] rows, int count);

    /** The column of this name, the same object for all batches. */
    ColumnVector vector(String name);
}
