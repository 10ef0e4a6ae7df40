package dev.riffle.spark.internal.plan;

import dev.riffle.spark.internal.metric.BytesMetric;
import dev.riffle.spark.internal.metric.DecodedFeaturesMetric;
import dev.riffle.spark.internal.metric.RecordsMetric;
import dev.riffle.spark.internal.metric.SkippedMetric;
import dev.riffle.spark.internal.options.SessionOptions;
import dev.riffle.spark.internal.read.ReadPlan;
import dev.riffle.spark.internal.read.RecordReaderFactory;
import dev.riffle.spark.internal.read.SplitOpener;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.FileSourceOptions;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.execution.datasources.PartitioningAwareFileIndex;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.internal.connector.SupportsMetadata;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Reads files that Spark can divide among tasks. The class does not extend {@code FileScan}, because Java cannot
 * implement all methods of that trait.
 */
final class RecordScan implements Scan, Batch, SupportsReportStatistics, SupportsMetadata {

    private final SparkSession session;

    private final PartitioningAwareFileIndex files;

    private final ReadPlan plan;

    private final Seq<Expression> partitionFilters;

    private final Seq<Expression> dataFilters;

    private final Map<String, String> given;

    /**
     * Creates a scan.
     *
     * @param given the options as the user wrote them, for Hadoop's configuration
     */
    RecordScan(
            SparkSession session,
            PartitioningAwareFileIndex files,
            ReadPlan plan,
            Seq<Expression> partitionFilters,
            Seq<Expression> dataFilters,
            Map<String, String> given) {
        this.session = session;
        this.files = files;
        this.plan = plan;
        this.partitionFilters = partitionFilters;
        this.dataFilters = dataFilters;
        this.given = Map.copyOf(given);
    }

    @Override
    public StructType readSchema() {
        return plan.schema();
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    @Override
    public ColumnarSupportMode columnarSupportMode() {
        return ColumnarSupportMode.SUPPORTED;
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
        return new CustomMetric[] {
            new RecordsMetric(), new BytesMetric(), new SkippedMetric(), new DecodedFeaturesMetric()
        };
    }

    @Override
    public InputPartition[] planInputPartitions() {
        return new SplitPlanner(session, files.partitionSchema(), plan)
                .partitions(files.listFiles(partitionFilters, dataFilters));
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        SplitOpener opener = SplitOpener.of(plan, session, SessionOptions.hadoop(given, session));
        return new RecordReaderFactory(opener, new FileSourceOptions(SessionOptions.toScala(given)));
    }

    /**
     * Returns an estimate of the bytes of the columns read. The estimate uses the sizes that Spark assumes for their
     * types.
     */
    @Override
    public Statistics estimateStatistics() {
        SQLConf settings = session.sessionState().conf();
        double read = plan.wanted().defaultSize() + plan.partitionSchema().defaultSize();
        double all = plan.dataSchema().defaultSize() + files.partitionSchema().defaultSize();
        double stored = settings.fileCompressionFactor() * files.sizeInBytes();
        long bytes = Math.max(1, (long) (all == 0 ? stored : stored * read / all));
        return new Statistics() {
            @Override
            public OptionalLong sizeInBytes() {
                return OptionalLong.of(bytes);
            }

            @Override
            public OptionalLong numRows() {
                return OptionalLong.empty();
            }
        };
    }

    @Override
    public String description() {
        return plan.options().format().title() + "Scan "
                + described().entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + entry.getValue())
                        .collect(Collectors.joining(", "));
    }

    @Override
    public scala.collection.immutable.Map<String, String> getMetaData() {
        return SessionOptions.toScala(described());
    }

    private Map<String, String> described() {
        Map<String, String> words = new TreeMap<>();
        words.put("Format", plan.options().format().title());
        words.put("Location", files.rootPaths().mkString("[", ", ", "]"));
        words.put("PartitionFilters", partitionFilters.mkString("[", ", ", "]"));
        words.put("PushedFilters", plan.filters().toString());
        words.put("PushedCount", String.valueOf(plan.counting()));
        words.put("PushedLimit", plan.limit() < 0 ? "none" : String.valueOf(plan.limit()));
        if (!plan.metadata().isEmpty()) {
            words.put("FileMetadata", plan.metadata().catalogString());
        }
        words.put("ReadSchema", plan.wanted().catalogString());
        int most = session.sessionState().conf().maxMetadataStringLength();
        words.replaceAll((key, word) -> word.length() <= most ? word : word.substring(0, most) + "...");
        return words;
    }

    // Spark runs equal scans only once

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RecordScan that
                && files.equals(that.files)
                && plan.equals(that.plan)
                && given.equals(that.given)
                && canonicalFilters().equals(that.canonicalFilters());
    }

    /**
     * Returns the partition filters, with column positions in place of column numbers. Column numbers are not
     * comparable, because each analysis numbers the columns differently. SQL text is not comparable either, because it
     * is equal for different functions of a user.
     */
    private Set<Expression> canonicalFilters() {
        ColumnPlaces places = new ColumnPlaces(files.partitionSchema());
        Set<Expression> canonical = new HashSet<>();
        for (Expression filter : CollectionConverters.asJava(partitionFilters)) {
            canonical.add(filter.transformUp(places).canonicalized());
        }
        return canonical;
    }

    @Override
    public int hashCode() {
        return Objects.hash(files, plan);
    }
}
