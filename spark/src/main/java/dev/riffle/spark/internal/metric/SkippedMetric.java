package dev.riffle.spark.internal.metric;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/**
 * Counts the damaged regions and mismatched records that became rows of nulls or were skipped. Shown in Spark's UI,
 * which makes an instance by the class name.
 */
public final class SkippedMetric extends CustomSumMetric {

    public static final String NAME = "skippedRecords";

    /** Constructor for Spark, which calls it by reflection. */
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
