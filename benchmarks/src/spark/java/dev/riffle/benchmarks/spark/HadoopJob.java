package dev.riffle.benchmarks.spark;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.tensorflow.hadoop.io.TFRecordFileInputFormat;
import org.tensorflow.hadoop.io.TFRecordFileOutputFormat;

/** The baseline: a Spark job that reads and writes files with tensorflow-hadoop, and messages with protobuf-java. */
final class HadoopJob {

    private static final int BUFFER_BYTES = 1 << 20;

    private final SparkSession spark;
    private final List<SparkColumn> columns;

    HadoopJob(SparkSession spark, List<SparkColumn> columns) {
        this.spark = spark;
        this.columns = columns;
    }

    Dataset<Row> read(String path) {
        return spark.createDataFrame(
                JavaSparkContext.fromSparkContext(spark.sparkContext())
                        .newAPIHadoopFile(
                                path,
                                TFRecordFileInputFormat.class,
                                BytesWritable.class,
                                NullWritable.class,
                                configuration())
                        .map(new ParsedRow(columns)),
                SparkColumn.schema(columns));
    }

    void write(Dataset<Row> rows, String path) {
        rows.javaRDD()
                .mapToPair(new BuiltMessage(columns))
                .saveAsNewAPIHadoopFile(
                        path, BytesWritable.class, NullWritable.class, TFRecordFileOutputFormat.class, configuration());
    }

    /** Returns a configuration with larger buffers than Hadoop's 4 KiB. */
    private Configuration configuration() {
        Configuration configuration = new Configuration(spark.sparkContext().hadoopConfiguration());
        configuration.setInt("io.file.buffer.size", BUFFER_BYTES);
        return configuration;
    }
}
