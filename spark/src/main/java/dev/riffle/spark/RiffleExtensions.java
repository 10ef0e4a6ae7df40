package dev.riffle.spark;

import dev.riffle.spark.internal.manifest.OutputIndex;
import dev.riffle.spark.internal.manifest.WrittenFiles;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.SparkSessionExtensionsProvider;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.InsertIntoHadoopFsRelationCommand;
import scala.Function1;
import scala.Option;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractPartialFunction;
import scala.runtime.BoxedUnit;

/**
 * Adds checks to the analysis of queries in a Spark session, and manifests to their outputs. The checks reject columns
 * that record files cannot hold, tables of such columns, and queries that overwrite record files which they read.
 * Spark's built-in check of columns runs only after an overwriting query has deleted the old files.
 *
 * <p>Spark finds this class as a service of the jar, so no setting is necessary. Safe for use by several threads,
 * because it has no state.
 *
 * @since 0.1
 */
public final class RiffleExtensions implements SparkSessionExtensionsProvider {

    /** Creates the extensions. Spark calls this constructor by reflection. */
    public RiffleExtensions() {}

    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        extensions.injectCheckRule(new MakeCheck());
        extensions.injectPostHocResolutionRule(new MakeInsertRule());
        return BoxedUnit.UNIT;
    }

    private static final class MakeCheck extends AbstractFunction1<SparkSession, Function1<LogicalPlan, BoxedUnit>> {

        @Override
        public Function1<LogicalPlan, BoxedUnit> apply(SparkSession session) {
            return new Check(session);
        }
    }

    private static final class MakeInsertRule extends AbstractFunction1<SparkSession, Rule<LogicalPlan>> {

        @Override
        public Rule<LogicalPlan> apply(SparkSession session) {
            return new InsertRule(session);
        }
    }

    /** Replaces inserts of record files by inserts that also write a manifest. */
    private static final class InsertRule extends Rule<LogicalPlan> {

        private final SparkSession session;

        InsertRule(SparkSession session) {
            this.session = session;
        }

        @Override
        public LogicalPlan apply(LogicalPlan plan) {
            return plan.resolveOperators(new ManifestedInserts(session));
        }
    }

    private static final class ManifestedInserts extends AbstractPartialFunction<LogicalPlan, LogicalPlan> {

        private final SparkSession session;

        ManifestedInserts(SparkSession session) {
            this.session = session;
        }

        @Override
        public boolean isDefinedAt(LogicalPlan plan) {
            return plan instanceof InsertIntoHadoopFsRelationCommand insert
                    && insert.fileFormat() instanceof RecordFileFormat
                    && !(insert.fileIndex().isDefined() && insert.fileIndex().get() instanceof OutputIndex);
        }

        @Override
        public LogicalPlan apply(LogicalPlan plan) {
            InsertIntoHadoopFsRelationCommand insert = (InsertIntoHadoopFsRelationCommand) plan;
            WrittenFiles files = new WrittenFiles();
            return insert.copy(
                    insert.outputPath(),
                    insert.staticPartitions(),
                    insert.ifPartitionNotExists(),
                    insert.partitionColumns(),
                    insert.bucketSpec(),
                    ((RecordFileFormat) insert.fileFormat()).collecting(files),
                    insert.options(),
                    insert.query(),
                    insert.mode(),
                    insert.catalogTable(),
                    Option.apply(new OutputIndex(session, insert, files)),
                    insert.outputColumnNames());
        }
    }

    private static final class Check extends AbstractFunction1<LogicalPlan, BoxedUnit> {

        private final SparkSession session;

        Check(SparkSession session) {
            this.session = session;
        }

        @Override
        public BoxedUnit apply(LogicalPlan plan) {
            new WriteCheck(session).check(plan);
            return BoxedUnit.UNIT;
        }
    }
}
