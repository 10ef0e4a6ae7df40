package dev.riffle.spark.internal.metric;

import org.apache.spark.sql.connector.metric.CustomSumMetric;

/**
 * Counts the records read, whether or not they became rows. Spark's UI shows the metric. Spark creates an instance by
 * the class name.
 */
public final class RecordsMetric extends CustomSumMetric {

    public static final String NAME = "records";

    /** Creates a metric. Spark calls this constructor by reflection. */
    public RecordsMetric() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "records";
    }
}
