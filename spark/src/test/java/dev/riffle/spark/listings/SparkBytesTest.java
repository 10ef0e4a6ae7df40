package dev.riffle.spark.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.example.Example;
import dev.riffle.listings.Printed;
import dev.riffle.spark.LocalSession;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkBytesTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed();
        SparkSession spark = LocalSession.spark();
        Path file = directory.resolve("animals.tfrecord");
        RecordWriter.write(file, records -> {
            records.write(Example.builder().put("legs", 4).build().toBytes());
            records.write(Example.builder()
                    .put("legs", "many")
                    .put("name", "worm")
                    .build()
                    .toBytes());
        });
        // listing
        Dataset<byte[]> payloads = spark.read()
                .format("tfrecord")
                .option("recordType", "Bytes")
                .load(file.toString())
                .as(Encoders.BINARY());
        payloads.map(
                        (MapFunction<byte[], String>)
                                payload -> Example.parse(payload).toJson(),
                        Encoders.STRING())
                .collectAsList()
                .forEach(out::println);
        // end
        assertThat(out).hasToString("""
                {"features":{"feature":{"legs":{"int64List":{"value":["4"]}}}}}
                {"features":{"feature":{"legs":{"bytesList":{"value":["bWFueQ=="]}},"name":{"bytesList":{"value":["d29ybQ=="]}}}}}
                """);
    }
}
