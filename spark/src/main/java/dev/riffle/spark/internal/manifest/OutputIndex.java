package dev.riffle.spark.internal.manifest;

import dev.riffle.spark.internal.options.SessionOptions;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.InsertIntoHadoopFsRelationCommand;
import org.apache.spark.sql.execution.datasources.PartitionDirectory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Writes the manifest when Spark refreshes the index of a written directory. Spark does so once, after the commit of
 * the job, with every commit protocol, and never after a failure. It is the only step of an insert that a source of
 * files can replace.
 */
public final class OutputIndex implements FileIndex {

    private final SparkSession session;

    private final InsertIntoHadoopFsRelationCommand insert;

    private final WrittenFiles files;

    /** The index of the table; null if the output is a path. */
    private final @Nullable FileIndex table;

    /**
     * Creates an index.
     *
     * @param insert the write
     * @param files collects the files of its tasks
     */
    public OutputIndex(SparkSession session, InsertIntoHadoopFsRelationCommand insert, WrittenFiles files) {
        this.session = session;
        this.insert = insert;
        this.files = files;
        this.table = insert.fileIndex().isDefined() ? insert.fileIndex().get() : null;
    }

    @Override
    public void refresh() {
        files.writeManifest(
                session,
                SessionOptions.asGiven(insert.options()),
                insert.outputPath(),
                insert.partitionColumns().length());
        if (table != null) {
            table.refresh();
        }
    }

    @Override
    public Seq<Path> rootPaths() {
        return table != null
                ? table.rootPaths()
                : CollectionConverters.asScala(List.of(insert.outputPath())).toSeq();
    }

    @Override
    public Seq<PartitionDirectory> listFiles(Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
        return table != null
                ? table.listFiles(partitionFilters, dataFilters)
                : CollectionConverters.asScala(List.<PartitionDirectory>of()).toSeq();
    }

    @Override
    public String[] inputFiles() {
        return table != null ? table.inputFiles() : new String[0];
    }

    @Override
    public long sizeInBytes() {
        return table != null ? table.sizeInBytes() : 0;
    }

    @Override
    public StructType partitionSchema() {
        return table != null ? table.partitionSchema() : new StructType();
    }

    @Override
    public String toString() {
        return table != null ? table.toString() : "OutputIndex(" + insert.outputPath() + ")";
    }
}
