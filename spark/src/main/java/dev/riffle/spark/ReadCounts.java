package dev.riffle.spark;

/** What a task has read so far; shown in Spark's UI. */
final class ReadCounts {

    /** Records that were gone over, whether they became rows or not. */
    long records;

    /** Bytes of frames, uncompressed. */
    long bytes;

    /** Regions that were damaged, and records that do not fit the schema, be they rows of nulls or left out. */
    long skipped;

    /** Features that were decoded: what nobody selects is none. */
    long decodedFeatures;

    /** Adds what another split has had. */
    void add(ReadCounts other) {
        records += other.records;
        bytes += other.bytes;
        skipped += other.skipped;
        decodedFeatures += other.decodedFeatures;
    }
}
