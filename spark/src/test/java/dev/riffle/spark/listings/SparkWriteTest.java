package dev.riffle.spark.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.listings.Printed;
import dev.riffle.spark.LocalSession;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkWriteTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed();
        SparkSession spark = LocalSession.spark();
        // listing
        Dataset<Row> rows = spark.range(1000).selectExpr("id", "id % 3 AS day", "array(id / 2, 0.5) AS values");

        rows.write()
                .format("tfrecord")
                .option("compression", "gzip")
                .option("shardBytes", "128m")
                .partitionBy("day")
                .mode(SaveMode.Overwrite)
                .save(directory + "/rows");

        Dataset<Row> read = spark.read().format("tfrecord").load(directory + "/rows");
        out.println(read.schema().toDDL());
        out.println(read.where("day = 1").count());
        // end
        assertThat(out).hasToString("""
                id BIGINT,values ARRAY<DOUBLE>,day INT
                333
                """);
    }
}
