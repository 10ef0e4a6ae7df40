package dev.riffle.spark.internal.manifest;

import dev.riffle.spark.internal.options.RecordOptions;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.CollectionAccumulator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the files of the tasks of one write on the driver, and writes the manifest after the commit of the job.
 * Spark counts the files of each task once, also if it ran a second copy of the task.
 */
public final class WrittenFiles {

    private static final Logger LOG = LoggerFactory.getLogger(WrittenFiles.class);

    private record Begun(RecordOptions options, StructType columns, CollectionAccumulator<WrittenFile> files) {}

    private @Nullable Begun begun;

    /**
     * Begins a write, and returns the collection to which its tasks add files. Returns null if the write stores no
     * manifest.
     *
     * @param columns the columns of the records, in the order of the table
     */
    public @Nullable CollectionAccumulator<WrittenFile> begin(
            SparkSession session, RecordOptions options, StructType columns) {
        if (!options.writesManifest() || !StoredSchema.supports(options.recordType())) {
            return null;
        }
        CollectionAccumulator<WrittenFile> files = new CollectionAccumulator<>();
        session.sparkContext().register(files);
        begun = new Begun(options, columns, files);
        return files;
    }

    /**
     * Writes the manifest of the output directory, if a write began. The files are public already. So a failure to
     * write the manifest is a warning, and reads then infer a schema.
     *
     * @param given the options as the user wrote them, some of which configure Hadoop's access to the files
     * @param partitionLevels the number of partition columns
     */
    public void writeManifest(SparkSession session, Map<String, String> given, Path directory, int partitionLevels) {
        Begun ended = begun;
        begun = null;
        if (ended == null) {
            return;
        }
        try {
            new ManifestUpdate(session, given, directory, ended.options(), ended.columns())
                    .write(List.copyOf(ended.files().value()), partitionLevels);
        } catch (Exception e) { // Scala throws undeclared exceptions.
            LOG.warn("{}: could not write the manifest, so reads infer a schema; the files are complete", directory, e);
        }
    }
}
