package dev.riffle.hadoop;

import dev.riffle.RecordFormat;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;

/**
 * Reads the records of OFRecord files in a MapReduce job. The key is the payload, and the value is null. As usual in
 * Hadoop, the reader reuses the key object for the next record. Copy a key to keep it.
 *
 * <p>The content of a file, not its name, decides whether the reader decompresses it. One task reads each file, because
 * OFRecord has no checksums that prove where a record begins.
 *
 * <p>Settings: {@code riffle.damage} is {@code fail} (the default) or {@code stop-at-torn-tail}. The counter group
 * {@code Riffle} counts the records and bytes read. Not safe for use by several threads: each task uses a separate
 * format and reader on one thread.
 *
 * @since 0.1
 */
public final class OFRecordInputFormat extends RecordInputFormat {

    /** Creates a format. Hadoop calls this constructor by reflection. */
    public OFRecordInputFormat() {
        super(RecordFormat.OFRECORD);
    }

    @Override
    protected boolean isSplitable(JobContext job, Path file) {
        return false;
    }
}
