package dev.riffle.spark.internal.metric;

/** What a task has read so far; shown in Spark's UI. */
public final class ReadCounts {

    /** Records that were gone over, whether they became rows or not. */
    public long records;

    /** Bytes of frames, uncompressed. */
    public long bytes;

    /** Regions that were damaged, and records that do not fit the schema, be they rows of nulls or left out. */
    public long skipped;

    /** Features that were decoded: what nobody selects is none. */
    public long decodedFeatures;

    /** Adds what another split has had. */
    public void add(ReadCounts other) {
        records += other.records;
        bytes += other.bytes;
        skipped += other.skipped;
        decodedFeatures += other.decodedFeatures;
    }
}
