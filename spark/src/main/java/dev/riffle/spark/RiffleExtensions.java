package dev.riffle.spark;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.SparkSessionExtensionsProvider;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.Function1;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Adds to a session that columns which cannot be held are refused when a query is analysed, and so are queries that overwrite
 * record files which they read. Spark itself asks only after an overwriting query has deleted what was there.
 *
 * <p>Spark finds this by itself as a service of the jar; nobody needs to name it.
 */
public final class RiffleExtensions implements SparkSessionExtensionsProvider {

    /** Made by Spark. */
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
