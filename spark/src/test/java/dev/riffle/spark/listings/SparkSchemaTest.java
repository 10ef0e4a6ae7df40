package dev.riffle.spark.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.example.Example;
import dev.riffle.listings.Printed;
import dev.riffle.spark.LocalSession;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkSchemaTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed();
        SparkSession spark = LocalSession.spark();
        Path file = directory.resolve("clicks.tfrecord");
        RecordWriter.write(file, records -> {
            records.write(Example.builder()
                    .put("day", 20_000)
                    .put("price", "12.50")
                    .put("ok", 1)
                    .build()
                    .toBytes());
            records.write(Example.builder()
                    .put("day", 20_001)
                    .put("price", "7.00")
                    .build()
                    .toBytes());
        });
        // listing
        spark.read()
                .format("tfrecord")
                .schema("day DATE, price DECIMAL(8, 2), ok BOOLEAN, note STRING")
                .load(file.toString())
                .collectAsList()
                .forEach(out::println);
        // end
        assertThat(out).hasToString("""
                [2024-10-04,12.50,true,null]
                [2024-10-05,7.00,null,null]
                """);
    }
}
