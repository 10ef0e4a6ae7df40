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

class SparkFromConnectorsTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed();
        SparkSession spark = LocalSession.spark();
        Dataset<Row> ratings = spark.sql(
                "SELECT 'tea' AS item, CAST(id AS INT) AS stars, CAST(id % 3 AS INT) AS day" + " FROM range(6)");
        // listing
        ratings.write()
                .format("tfrecord")
                .option("compression", "gzip")
                .partitionBy("day")
                .mode(SaveMode.Overwrite)
                .save(directory + "/ratings");

        Dataset<Row> read = spark.read().format("tfrecord").load(directory + "/ratings");
        out.println(read.schema().toDDL());
        out.println(read.where("day = 2 AND stars > 3").count());
        // end
        assertThat(out).hasToString("""
                item STRING,stars INT,day INT
                1
                """);
    }

    @Test
    void theProgramBeforeTheMigrationWorks(@TempDir Path directory) {
        SparkSession spark = LocalSession.spark();
        spark.sql("SELECT 'tea' AS item, 5 AS stars")
                .write()
                .format("tfrecords")
                .option("recordType", "Example")
                .option("codec", "org.apache.hadoop.io.compress.GzipCodec")
                .mode(SaveMode.Overwrite)
                .save(directory + "/ratings");

        Dataset<Row> read =
                spark.read().format("tfrecords").option("recordType", "Example").load(directory + "/ratings");

        assertThat(read.collectAsList()).hasToString("[[tea,5]]");
    }
}
