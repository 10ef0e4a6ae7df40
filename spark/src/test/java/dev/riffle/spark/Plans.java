package dev.riffle.spark;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import scala.jdk.javaapi.CollectionConverters;

/** Inspects the plans and metrics of a query. */
final class Plans {

    private Plans() {}

    /** Returns the text of all plans of a query. */
    static String text(Dataset<Row> rows) {
        return query(rows).toString();
    }

    /** Returns the text of the optimised plan and the later plans, without the plan that the user wrote. */
    static String optimized(Dataset<Row> rows) {
        return query(rows).toString().replaceFirst("(?s).*== Optimized", "");
    }

    private static org.apache.spark.sql.execution.QueryExecution query(Dataset<Row> rows) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) rows).queryExecution();
    }

    /** Runs a query over one source and returns the value of a metric of the source. */
    static long metric(Dataset<Row> rows, String name) {
        rows.collectAsList();
        SparkPlan plan = query(rows).executedPlan();
        if (plan instanceof AdaptiveSparkPlanExec adaptive) {
            plan = adaptive.executedPlan();
        }
        return leaf(plan).metrics().apply(name).value();
    }

    private static SparkPlan leaf(SparkPlan plan) {
        if (plan instanceof org.apache.spark.sql.execution.adaptive.QueryStageExec stage) {
            return leaf(stage.plan());
        }
        return CollectionConverters.asJava(plan.children()).stream()
                .findFirst()
                .map(Plans::leaf)
                .orElse(plan);
    }
}
