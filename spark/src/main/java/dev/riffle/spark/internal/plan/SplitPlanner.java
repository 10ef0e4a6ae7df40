package dev.riffle.spark.internal.plan;

import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.read.ReadPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.execution.PartitionedFileUtil;
import org.apache.spark.sql.execution.datasources.FilePartition;
import org.apache.spark.sql.execution.datasources.FileStatusWithMetadata;
import org.apache.spark.sql.execution.datasources.PartitionDirectory;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Divides files among tasks. Several tasks share a large file, and one task reads many small files. */
public final class SplitPlanner {

    /**
     * The extensions of files that cannot be split. For other files, the content decides, and a superfluous task reads
     * no records.
     */
    private static final Set<String> UNDIVIDED =
            Set.of("zlib", "zz", "deflate", "snappy", "sz", "zst", "zstd", "lz4", "bz2", "xz");

    private final SparkSession session;

    private final StructType partitionSchema;

    private final ReadPlan plan;

    SplitPlanner(SparkSession session, StructType partitionSchema, ReadPlan plan) {
        this.session = session;
        this.partitionSchema = partitionSchema;
        this.plan = plan;
    }

    /**
     * Returns whether several tasks may read a file. If a gzip file has one member, only one task finds records.
     */
    public static boolean divides(Path file, RecordOptions options) {
        String name = file.getName().toLowerCase(Locale.ROOT);
        return options.splitsFiles()
                && options.format().isDivisible()
                && !UNDIVIDED.contains(name.substring(name.lastIndexOf('.') + 1));
    }

    InputPartition[] partitions(Seq<PartitionDirectory> directories) {
        long most = FilePartition.maxSplitBytes(session, directories);
        List<PartitionedFile> splits = new ArrayList<>();
        for (PartitionDirectory directory : CollectionConverters.asJava(directories)) {
            InternalRow values = wantedValues(directory.values());
            for (FileStatusWithMetadata file : CollectionConverters.asJava(directory.files())) {
                Path path = file.getPath();
                splits.addAll(CollectionConverters.asJava(
                        PartitionedFileUtil.splitFiles(file, path, divides(path, plan.options()), most, values)));
            }
        }
        if (splits.isEmpty() && plan.counting()) {
            // Without a count from any partition, Spark's sum would be null.
            return new InputPartition[] {new FilePartition(0, new PartitionedFile[0])};
        }
        // The order is descending, because Spark packs splits in this order.
        splits.sort(Comparator.comparingLong(PartitionedFile::length).reversed());
        return CollectionConverters.asJava(FilePartition.getFilePartitions(
                        session, CollectionConverters.asScala(splits).toSeq(), most))
                .toArray(InputPartition[]::new);
    }

    private InternalRow wantedValues(InternalRow values) {
        StructField[] wanted = plan.partitionSchema().fields();
        Object[] picked = new Object[wanted.length];
        for (int i = 0; i < picked.length; i++) {
            picked[i] = values.get(partitionSchema.fieldIndex(wanted[i].name()), wanted[i].dataType());
        }
        return new GenericInternalRow(picked);
    }
}
