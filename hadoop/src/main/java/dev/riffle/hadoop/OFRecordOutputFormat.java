package dev.riffle.hadoop;

import dev.riffle.RecordFormat;

/**
 * Writes OFRecord files in a MapReduce job: the key is the payload of a record, a message that must not be empty, the
 * value null. The files are named {@code part-r-00000.ofrecord}, with {@code .gz} appended if they are compressed. The
 * job's committer publishes the files of the tasks that succeed.
 *
 * <p>Settings: {@code riffle.compression} is {@code none} or {@code gzip}. Without it,
 * {@link org.apache.hadoop.mapreduce.lib.output.FileOutputFormat#setCompressOutput} and the codec of the job decide.
 * Not safe for use by several threads: each task uses its own format and writer on one thread.
 *
 * @since 0.1
 */
public final class OFRecordOutputFormat extends RecordOutputFormat {

    /** Constructor for Hadoop, which calls it by reflection. */
    public OFRecordOutputFormat() {
        super(RecordFormat.OFRECORD);
    }
}
