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

class SparkReadTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed();
        SparkSession spark = LocalSession.spark();
        RecordWriter.write(directory.resolve("animals.tfrecord"), records -> {
            records.write(Example.builder()
                    .put("name", "cat")
                    .put("legs", 4)
                    .put("sizes", 0.5f, 0.25f)
                    .build()
                    .toBytes());
            records.write(
                    Example.builder().put("name", "ant").put("legs", 6).build().toBytes());
            records.write(Example.builder()
                    .put("name", "goat")
                    .put("legs", 4)
                    .put("sizes", 1f)
                    .build()
                    .toBytes());
        });
        // listing
        Dataset<Row> animals = spark.read().format("tfrecord").load(directory + "/*.tfrecord");
        out.print(animals.schema().treeString());
        animals.where("legs = 4").select("name", "sizes").collectAsList().forEach(out::println);
        out.println(animals.count());
        // end
        assertThat(out).hasToString("""
                root
                 |-- legs: long (nullable = true)
                 |-- name: string (nullable = true)
                 |-- sizes: array (nullable = true)
                 |    |-- element: float (containsNull = true)
                [cat,ArraySeq(0.5, 0.25)]
                [goat,ArraySeq(1.0)]
                3
                """);
    }
}
