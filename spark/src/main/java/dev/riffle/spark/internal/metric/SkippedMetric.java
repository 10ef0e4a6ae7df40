package dev.riffle.spark.internal.metric;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/** How many damaged regions and records that do not fit the schema became rows of nulls or were left out. Shown in Spark's UI, which makes one by the name of the class. */
public final class SkippedMetric extends CustomSumMetric {

    public static final String NAME = "skippedRecords";

    /** For Spark. */
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
