package dev.riffle.spark;

import dev.riffle.RecordFormat;
import dev.riffle.spark.internal.manifest.WrittenFiles;
import org.jspecify.annotations.Nullable;

/**
 * Writes OneFlow's record files for Spark, and reads tables of them. Queries name {@link OfRecordSource} instead.
 *
 * <p>Spark copies the format to its tasks. Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class OfRecordFormat extends RecordFileFormat {

    private static final long serialVersionUID = 1;

    /** Creates a format. Spark calls this constructor by reflection. */
    public OfRecordFormat() {
        this(null);
    }

    private OfRecordFormat(@Nullable WrittenFiles files) {
        super(RecordFormat.OFRECORD, files);
    }

    @Override
    RecordFileFormat collecting(WrittenFiles files) {
        return new OfRecordFormat(files);
    }

    @Override
    public String shortName() {
        return "ofrecord";
    }
}
