package dev.riffle.spark.internal.metric;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/**
 * Counts the decoded features; features that are not selected are not decoded. Shown in Spark's UI, which makes an
 * instance by the class name.
 */
public final class DecodedFeaturesMetric extends CustomSumMetric {

    public static final String NAME = "decodedFeatures";

    /** Constructor for Spark, which calls it by reflection. */
    public DecodedFeaturesMetric() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "decoded features";
    }
}
