package dev.riffle.spark.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.listings.Printed;
import dev.riffle.spark.LocalSession;
import java.nio.file.Path;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkStoredSchemaTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed();
        SparkSession spark = LocalSession.spark();
        // listing
        spark.sql("SELECT 7 AS visits, DATE'2024-10-04' AS day, CAST(12.5 AS DECIMAL(8, 2)) AS price")
                .write()
                .format("tfrecord")
                .save(directory + "/visits");

        DataFrameReader reader = spark.read().format("tfrecord");
        out.println(reader.load(directory + "/visits").schema().toDDL());
        out.println(reader.option("schemaSource", "sample")
                .load(directory + "/visits")
                .schema()
                .toDDL());
        // end
        assertThat(out).hasToString("""
                visits INT,day DATE,price DECIMAL(8,2)
                day BIGINT,price STRING,visits BIGINT
                """);
    }
}
