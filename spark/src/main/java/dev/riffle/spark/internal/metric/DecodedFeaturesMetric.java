package dev.riffle.spark.internal.metric;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/**
 * Counts the decoded features. The reader decodes only selected features. Spark's UI shows the metric. Spark creates an
 * instance by the class name.
 */
public final class DecodedFeaturesMetric extends CustomSumMetric {

    public static final String NAME = "decodedFeatures";

    /** Creates a metric. Spark calls this constructor by reflection. */
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
