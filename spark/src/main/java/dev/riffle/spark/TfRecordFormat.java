package dev.riffle.spark;

import dev.riffle.RecordFormat;
import dev.riffle.spark.internal.manifest.WrittenFiles;
import org.jspecify.annotations.Nullable;

/**
 * Writes TensorFlow's record files for Spark, and reads tables of them. Queries name {@link TfRecordSource} instead.
 *
 * <p>Spark copies the format to its tasks. Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class TfRecordFormat extends RecordFileFormat {

    private static final long serialVersionUID = 1;

    /** Creates a format. Spark calls this constructor by reflection. */
    public TfRecordFormat() {
        this(null);
    }

    private TfRecordFormat(@Nullable WrittenFiles files) {
        super(RecordFormat.TFRECORD, files);
    }

    @Override
    RecordFileFormat collecting(WrittenFiles files) {
        return new TfRecordFormat(files);
    }

    @Override
    public String shortName() {
        return "tfrecord";
    }
}
