package dev.riffle.spark.internal.plan;

import dev.riffle.spark.internal.filter.FilterDates;
import dev.riffle.spark.internal.filter.RowFilter;
import dev.riffle.spark.internal.options.ReadMode;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.read.FileMetadata;
import dev.riffle.spark.internal.read.ReadPlan;
import dev.riffle.spark.internal.schema.ExamplesColumn;
import dev.riffle.spark.internal.schema.ReadableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.execution.datasources.DataSourceStrategy$;
import org.apache.spark.sql.execution.datasources.PartitioningAwareFileIndex;
import org.apache.spark.sql.execution.datasources.v2.FileScanBuilder;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Accepts work from Spark that the reader can do while it parses: column pruning, filters, a count of all rows, and
 * limits.
 */
final class RecordScanBuilder extends FileScanBuilder implements SupportsPushDownAggregates, SupportsPushDownLimit {

    private final SparkSession session;

    private final PartitioningAwareFileIndex files;

    private final StructType dataSchema;

    /** The columns of the features: the data schema with a column for each field of a struct that is flattened. */
    private final StructType features;

    private final RecordOptions options;

    private final Map<String, String> given;

    private List<Filter> decided = List.of();

    private int limit = -1;

    private boolean counting;

    RecordScanBuilder(
            SparkSession session,
            PartitioningAwareFileIndex files,
            StructType dataSchema,
            RecordOptions options,
            Map<String, String> given) {
        super(session, files, dataSchema);
        this.session = session;
        this.files = files;
        this.dataSchema = dataSchema;
        this.features = ReadableSchema.flattened(dataSchema, options);
        this.options = options;
        this.given = given;
    }

    /** Keeps the filters that the reader evaluates exactly as Spark would, and returns the others to Spark. */
    @Override
    public Seq<Expression> pushFilters(Seq<Expression> filters) {
        StructType decidable = ReadableSchema.decidable(features, options);
        List<Filter> ours = new ArrayList<>();
        List<Expression> rest = new ArrayList<>();
        for (Expression filter : CollectionConverters.asJava(super.pushFilters(filters))) {
            Option<Filter> translated = DataSourceStrategy$.MODULE$.translateFilter(filter, true);
            Filter ready = translated.isDefined() ? FilterDates.asDays(translated.get()) : null;
            if (ready != null && RowFilter.canEvaluate(ready, decidable)) {
                ours.add(ready);
            } else {
                rest.add(filter);
            }
        }
        decided = ours;
        pushedDataFilters_$eq(ours.toArray(Filter[]::new));
        return CollectionConverters.asScala(rest).toSeq();
    }

    /**
     * Accepts a count of all rows, so that the reader creates no rows. Rejects the count if the mode skips mismatched
     * records, because only parsing finds these records.
     */
    @Override
    public boolean pushAggregation(Aggregation aggregation) {
        counting = options.mode() != ReadMode.DROPMALFORMED
                && aggregation.groupByExpressions().length == 0
                && aggregation.aggregateExpressions().length == 1
                && aggregation.aggregateExpressions()[0] instanceof CountStar;
        return counting;
    }

    /** Accepts a limit. The reader applies the limit to each split, and Spark applies it to the complete result. */
    @Override
    public boolean pushLimit(int most) {
        limit = most;
        return true;
    }

    /** Returns the selected fields of the column {@code _metadata}. */
    private StructType metadata() {
        for (StructField field : requiredSchema().fields()) {
            boolean isOfFiles = dataSchema.getFieldIndex(field.name()).isDefined()
                    || files.partitionSchema().getFieldIndex(field.name()).isDefined();
            if (field.name().equals(FileMetadata.NAME) && !isOfFiles && field.dataType() instanceof StructType fields) {
                return fields;
            }
        }
        return new StructType();
    }

    /**
     * Returns the selected columns of the files. A struct that is flattened has all its fields, because all of them
     * decide whether it is null. The array of Examples has only the selected fields, and their structs have all fields.
     */
    private StructType columns() {
        StructType columns = readDataSchema();
        StructField examples = ExamplesColumn.of(columns, options).orElse(null);
        return new StructType(Arrays.stream(columns.fields())
                .map(field -> field.equals(examples)
                        ? ExamplesColumn.selected(field, requiredSchema().apply(field.name()))
                        : field)
                .toArray(StructField[]::new));
    }

    @Override
    public Scan build() {
        ReadPlan plan = new ReadPlan(
                options,
                features,
                columns(),
                readPartitionSchema(),
                metadata(),
                session.sessionState().conf().caseSensitiveAnalysis(),
                decided,
                limit,
                counting);
        return new RecordScan(session, files, plan, partitionFilters(), dataFilters(), given);
    }
}
