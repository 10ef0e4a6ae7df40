package dev.riffle.spark.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.listings.Printed;
import dev.riffle.spark.LocalSession;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkSequenceTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed();
        SparkSession spark = LocalSession.spark();
        // listing
        Dataset<Row> talks = spark.sql("SELECT 'a' AS speaker, array(array(1, 2), array(3)) AS words");

        talks.write().format("tfrecord").option("recordType", "SequenceExample").save(directory + "/talks");

        Dataset<Row> read = spark.read()
                .format("tfrecord")
                .option("recordType", "SequenceExample")
                .load(directory + "/talks");
        out.println(read.schema().toDDL());
        read.selectExpr("speaker", "size(words)", "flatten(words)")
                .collectAsList()
                .forEach(out::println);
        // end
        assertThat(out).hasToString("""
                speaker STRING,words ARRAY<ARRAY<INT>>
                [a,2,ArraySeq(1, 2, 3)]
                """);
    }
}
