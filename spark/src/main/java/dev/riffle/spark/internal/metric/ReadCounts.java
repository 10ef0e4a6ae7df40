package dev.riffle.spark.internal.metric;

/** The counts of a task's reads, for Spark's UI. */
public final class ReadCounts {

    /** Records read, whether or not they became rows. */
    public long records;

    /** Bytes of frames, uncompressed. */
    public long bytes;

    /** Damaged regions, and records that do not fit the schema. Some became rows of nulls, the others were skipped. */
    public long skipped;

    /** Decoded features; features that are not selected are not decoded. */
    public long decodedFeatures;

    /** Adds the counts of another split. */
    public void add(ReadCounts other) {
        records += other.records;
        bytes += other.bytes;
        skipped += other.skipped;
        decodedFeatures += other.decodedFeatures;
    }
}
