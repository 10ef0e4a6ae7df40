package dev.riffle.hadoop;

import dev.riffle.RecordFormat;

/**
 * Writes TFRecord files in a MapReduce job: the key is the payload of a record, and the value is null. The files have
 * names like {@code part-r-00000.tfrecord}, with {@code .gz}, {@code .zlib} or {@code .snappy} appended if they are
 * compressed. The job's committer publishes the files of the tasks that succeed.
 *
 * <p>Settings: {@code riffle.compression} is {@code none}, {@code gzip}, {@code zlib} or {@code snappy}. Without it,
 * {@link org.apache.hadoop.mapreduce.lib.output.FileOutputFormat#setCompressOutput} and the codec of the job decide:
 * DefaultCodec (zlib, Hadoop's default), GzipCodec or SnappyCodec (in TensorFlow's framing). Gzip files consist of
 * members of about 1 MiB. Any gzip reader reads such a file, and {@link TFRecordInputFormat} can split it. Not safe for
 * use by several threads: each task uses a separate format and writer on one thread.
 *
 * @since 0.1
 */
public final class TFRecordOutputFormat extends RecordOutputFormat {

    /** Creates a format. Hadoop calls this constructor by reflection. */
    public TFRecordOutputFormat() {
        super(RecordFormat.TFRECORD);
    }
}
