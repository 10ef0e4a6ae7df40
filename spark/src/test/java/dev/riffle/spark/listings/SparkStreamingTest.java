package dev.riffle.spark.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.listings.Printed;
import dev.riffle.spark.LocalSession;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkStreamingTest {

    @Test
    void run(@TempDir Path directory) throws Exception {
        Printed out = new Printed();
        SparkSession spark = LocalSession.spark();
        spark.range(10)
                .selectExpr("concat('user', id) AS user", "id % 3 AS clicks")
                .write()
                .format("tfrecord")
                .save(directory + "/visits");
        // listing
        Dataset<Row> visits = spark.readStream()
                .format("tfrecord")
                .schema("user STRING, clicks BIGINT")
                .load(directory + "/visits");

        StreamingQuery query = visits.where("clicks > 0")
                .writeStream()
                .format("tfrecord")
                .option("compression", "gzip")
                .option("path", directory + "/active")
                .option("checkpointLocation", directory + "/checkpoint")
                .trigger(Trigger.AvailableNow())
                .start();
        query.awaitTermination();

        out.println(spark.read().format("tfrecord").load(directory + "/active").count());
        // end
        assertThat(out).hasToString("""
                6
                """);
    }
}
