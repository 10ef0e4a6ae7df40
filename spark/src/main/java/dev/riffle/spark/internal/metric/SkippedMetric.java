package dev.riffle.spark.internal.metric;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/**
 * Counts the damaged regions and misfit records that became rows of nulls or were left out. Shown in Spark's UI, which
 * makes an instance by the class name.
 */
public final class SkippedMetric extends CustomSumMetric {

    public static final String NAME = "skippedRecords";

    /** For Spark, which makes it by reflection. */
    public SkippedMetric() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "damaged or unfit records";
    }
}
