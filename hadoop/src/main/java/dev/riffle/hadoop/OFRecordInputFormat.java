package dev.riffle.hadoop;

import dev.riffle.RecordFormat;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;

/**
 * Reads the records of OFRecord files in a MapReduce job. The key is the payload, the value null. Hadoop's rule
 * applies: the key object is reused for the next record, so copy a key to keep it.
 *
 * <p>The content, not the name, decides whether a file is decompressed. One task reads each file, because OFRecord has
 * no checksums that prove where a record begins.
 *
 * <p>Settings: {@code riffle.damage} is {@code fail} (the default) or {@code stop-at-torn-tail}. The counter group
 * {@code Riffle} counts the records and bytes that were read. Not safe for use by several threads: each task uses its
 * own format and reader on one thread.
 *
 * @since 0.1
 */
public final class OFRecordInputFormat extends RecordInputFormat {

    /** Constructor for Hadoop, which calls it by reflection. */
    public OFRecordInputFormat() {
        super(RecordFormat.OFRECORD);
    }

    @Override
    protected boolean isSplitable(JobContext job, Path file) {
        return false;
    }
}
