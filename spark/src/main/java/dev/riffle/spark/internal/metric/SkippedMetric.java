package dev.riffle.spark.internal.metric;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/**
 * Counts the damaged regions and mismatched records that became rows of nulls or were skipped. Spark's UI shows the
 * metric. Spark creates an instance by the class name.
 */
public final class SkippedMetric extends CustomSumMetric {

    public static final String NAME = "skippedRecords";

    /** Creates a metric. Spark calls this constructor by reflection. */
    public SkippedMetric() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "damaged or mismatched records";
    }
}
