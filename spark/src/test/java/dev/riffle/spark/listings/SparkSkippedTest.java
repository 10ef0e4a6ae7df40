package dev.riffle.spark.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.example.Example;
import dev.riffle.listings.Printed;
import dev.riffle.spark.LocalSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkSkippedTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        SparkSession spark = LocalSession.spark();
        Path file = directory.resolve("animals.tfrecord");
        RecordWriter.write(file, records -> {
            for (int legs = 2; legs <= 8; legs += 2) {
                records.write(Example.builder().put("legs", legs).build().toBytes());
            }
        });
        byte[] bytes = Files.readAllBytes(file);
        bytes[12] ^= 1;
        Files.write(file, bytes);
        // listing
        long intact = spark.read()
                .format("tfrecord")
                .option("mode", "DROPMALFORMED")
                .load(file.toString())
                .count();
        out.println(intact + " intact records");

        spark.read()
                .format("tfrecord")
                .schema("legs BIGINT, _corrupt_record STRING")
                .option("mode", "PERMISSIVE")
                .load(file.toString())
                .where("_corrupt_record IS NOT NULL")
                .select("_corrupt_record")
                .collectAsList()
                .forEach(out::println);
        // end
        assertThat(out).hasToString("""
                3 intact records
                [file:animals.tfrecord: record 0 at offset 12: payload checksum does not match: expected 0xe77d63c7, found 0x9ec7b1fe]
                """);
    }
}
