package dev.riffle.spark;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.SparkSessionExtensionsProvider;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.Function1;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Adds checks to the analysis of queries in a Spark session. The checks reject columns that record files cannot hold,
 * tables of such columns, and queries that overwrite record files which they read. Spark's built-in check of columns
 * runs only after an overwriting query has deleted the old files.
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
        return BoxedUnit.UNIT;
    }

    private static final class MakeCheck extends AbstractFunction1<SparkSession, Function1<LogicalPlan, BoxedUnit>> {

        @Override
        public Function1<LogicalPlan, BoxedUnit> apply(SparkSession session) {
            return new Check(session);
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
