package dev.riffle.benchmarks.spark;

import org.apache.spark.sql.SparkSession;

/** Starts Spark sessions in this JVM, one at a time. */
final class LocalSpark {

    private LocalSpark() {}

    /** Starts a session whose tasks run on this number of threads. */
    static SparkSession start(int cores) {
        return SparkSession.builder()
                .master("local[" + cores + "]")
                .appName("riffle-benchmarks")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "localhost")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", 1)
                .getOrCreate();
    }
}
