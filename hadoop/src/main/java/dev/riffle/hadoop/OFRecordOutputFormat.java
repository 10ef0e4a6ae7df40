package dev.riffle.hadoop;

import dev.riffle.RecordFormat;

/**
 * Writes OFRecord files in a MapReduce job: the key is the payload of a record, and the value is null. A payload is a
 * message and must not be empty. The files have names like {@code part-r-00000.ofrecord}, with {@code .gz} appended if
 * they are compressed. The job's committer publishes the files of the tasks that succeed.
 *
 * <p>Settings: {@code riffle.compression} is {@code none} or {@code gzip}. Without it, {@link
 * org.apache.hadoop.mapreduce.lib.output.FileOutputFormat#setCompressOutput} and the codec of the job decide. Not safe
 * for use by several threads: each task uses a separate format and writer on one thread.
 *
 * @since 0.1
 */
public final class OFRecordOutputFormat extends RecordOutputFormat {

    /** Creates a format. Hadoop calls this constructor by reflection. */
    public OFRecordOutputFormat() {
        super(RecordFormat.OFRECORD);
    }
}
