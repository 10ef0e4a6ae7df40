package dev.riffle.hadoop;

import dev.riffle.RecordFormat;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;

/**
 * The records of OFRecord files: the key is the payload, the value nothing. The key is used again for the next record, as
 * everywhere in Hadoop; who keeps one copies it.
 *
 * <p>The content says whether a file is compressed. Nothing in an OFRecord file proves where a record begins, so that each file
 * is read by one task.
 *
 * <p>Settings: {@code riffle.damage} is {@code fail} (the default) or {@code stop-at-torn-tail}. What was read is counted in the
 * group {@code Riffle}.
 */
public final class OFRecordInputFormat extends RecordInputFormat {

    /** Made by Hadoop. */
    public OFRecordInputFormat() {
        super(RecordFormat.OFRECORD);
    }

    @Override
    protected boolean isSplitable(JobContext job, Path file) {
        return false;
    }
}
