package dev.riffle.hadoop;

import dev.riffle.RecordFormat;

/**
 * Writes OFRecord files: the key is the payload of a record, a message that must not be empty, the value nothing. The files are
 * called {@code part-r-00000.ofrecord}, with {@code .gz} behind it where they are compressed; the job's committer publishes those
 * of the tasks that succeed.
 *
 * <p>Settings: {@code riffle.compression} is {@code none} or {@code gzip}. Where it is not set, {@link
 * org.apache.hadoop.mapreduce.lib.output.FileOutputFormat#setCompressOutput} and the codec of the job decide.
 */
public final class OFRecordOutputFormat extends RecordOutputFormat {

    /** Made by Hadoop. */
    public OFRecordOutputFormat() {
        super(RecordFormat.OFRECORD);
    }
}
