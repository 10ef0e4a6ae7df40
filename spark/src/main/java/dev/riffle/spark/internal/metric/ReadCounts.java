package dev.riffle.spark.internal.metric;

/** Holds the counts of a task's reads, for Spark's UI. */
public final class ReadCounts {

    /** Number of records read, whether or not they became rows. */
    public long records;

    /** Number of uncompressed bytes of the frames read. */
    public long bytes;

    /**
     * Number of damaged regions, and of records that do not fit the schema. The reader skipped them or returned them as
     * rows of nulls.
     */
    public long skipped;

    /** Number of decoded features. The reader decodes only selected features. */
    public long decodedFeatures;

    /** Adds the counts of another split. */
    public void add(ReadCounts other) {
        records += other.records;
        bytes += other.bytes;
        skipped += other.skipped;
        decodedFeatures += other.decodedFeatures;
    }
}
