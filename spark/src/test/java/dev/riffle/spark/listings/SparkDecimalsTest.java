package dev.riffle.spark.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.example.Example;
import dev.riffle.listings.Printed;
import dev.riffle.spark.LocalSession;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkDecimalsTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed();
        SparkSession spark = LocalSession.spark();
        RecordWriter.write(directory.resolve("prices.tfrecord"), records -> {
            records.write(Example.builder()
                    .put("item", "tea")
                    .put("price", 12.35f)
                    .build()
                    .toBytes());
            records.write(Example.builder()
                    .put("item", "milk")
                    .put("price", 0.1f)
                    .build()
                    .toBytes());
        });
        // listing
        Dataset<Row> prices = spark.read()
                .format("tfrecord")
                .schema("item STRING, price FLOAT")
                .load(directory + "/prices.tfrecord")
                .selectExpr("item", "CAST(price AS DECIMAL(8, 2)) AS price");
        prices.collectAsList().forEach(out::println);
        // end
        assertThat(out).hasToString("""
                [tea,12.35]
                [milk,0.10]
                """);
    }
}
