package dev.riffle.hadoop;

import dev.riffle.RecordFormat;

/**
 * Writes TFRecord files: the key is the payload of a record, the value nothing. The files are called {@code
 * part-r-00000.tfrecord}, with {@code .gz}, {@code .zlib} or {@code .snappy} behind it where they are compressed; the job's
 * committer publishes those of the tasks that succeed.
 *
 * <p>Settings: {@code riffle.compression} is {@code none}, {@code gzip}, {@code zlib} or {@code snappy}. Where it is not set,
 * {@link org.apache.hadoop.mapreduce.lib.output.FileOutputFormat#setCompressOutput} and the codec of the job decide: DefaultCodec
 * (zlib, what Hadoop takes unless told otherwise), GzipCodec or SnappyCodec (in TensorFlow's framing). Gzip files are cut into
 * members of about 1 MiB, which any reader of gzip takes for one file, and {@link TFRecordInputFormat} can divide.
 */
public final class TFRecordOutputFormat extends RecordOutputFormat {

    /** Made by Hadoop. */
    public TFRecordOutputFormat() {
        super(RecordFormat.TFRECORD);
    }
}
