package dev.riffle.spark.internal.read;

import dev.riffle.hadoop.HadoopSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.NoSuchFileException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.util.SerializableConfiguration;

/** Opens the splits of a task. */
public final class SplitOpener implements Serializable {

    private static final long serialVersionUID = 1;

    private final ReadPlan plan;

    private final Broadcast<SerializableConfiguration> configuration;

    private final UnmatchedColumns unmatched;

    private SplitOpener(ReadPlan plan, Broadcast<SerializableConfiguration> configuration, UnmatchedColumns unmatched) {
        this.plan = plan;
        this.configuration = configuration;
        this.unmatched = unmatched;
    }

    public static SplitOpener of(ReadPlan plan, SparkSession session, Configuration hadoop) {
        return new SplitOpener(plan, broadcast(hadoop, session), UnmatchedColumns.of(session));
    }

    /** Returns the description of the read. */
    ReadPlan plan() {
        return plan;
    }

    /**
     * Sends a configuration to all executors, once. SerializableConfiguration has no such method before Spark 4.1.
     */
    public static Broadcast<SerializableConfiguration> broadcast(Configuration hadoop, SparkSession session) {
        return JavaSparkContext.fromSparkContext(session.sparkContext())
                .broadcast(new SerializableConfiguration(hadoop));
    }

    /**
     * Opens a split.
     *
     * @throws FileNotFoundException if the file was deleted after the listing; Spark handles this class
     */
    SplitBatches open(PartitionedFile split) throws IOException {
        try {
            SplitBatches batches = SplitBatches.open(
                    plan,
                    HadoopSource.of(listed(split), configuration.value().value()),
                    split.start(),
                    split.length(),
                    FileMetadata.constants(plan, split));
            if (unmatched.takesSample()) {
                batches.sample(new NameSample(plan, unmatched::add));
            }
            return batches;
        } catch (NoSuchFileException e) {
            FileNotFoundException missing =
                    new FileNotFoundException(split.toPath() + ": no such file; it was deleted after the listing");
            missing.initCause(e);
            throw missing;
        }
    }

    /**
     * Returns the status of the file during planning. If the file has grown since then, all tasks ignore the added
     * bytes.
     */
    private static FileStatus listed(PartitionedFile split) {
        long bytes = Math.max(split.fileSize(), split.start() + split.length());
        return new FileStatus(bytes, false, 1, bytes, split.modificationTime(), split.toPath());
    }
}
