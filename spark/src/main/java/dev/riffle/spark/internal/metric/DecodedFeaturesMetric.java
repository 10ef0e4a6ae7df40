package dev.riffle.spark.internal.metric;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/** How many features were decoded; those that nobody selects are not. Shown in Spark's UI, which makes one by the name of the class. */
public final class DecodedFeaturesMetric extends CustomSumMetric {

    public static final String NAME = "decodedFeatures";

    /** For Spark. */
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
