package dev.riffle.spark.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.listings.Printed;
import dev.riffle.spark.LocalSession;
import java.nio.file.Path;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkRankingTest {

    @Test
    void run(@TempDir Path directory) {
        Printed out = new Printed();
        SparkSession spark = LocalSession.spark();
        // listing
        Dataset<Row> searches = spark.sql("SELECT 'tea' AS query, from_json("
                + "'[{\"title\": \"green\", \"clicks\": 3}, {\"title\": \"black\", \"clicks\": 0}]',"
                + "'ARRAY<STRUCT<title: STRING, clicks: BIGINT>>') AS examples");
        searches.write()
                .format("tfrecord")
                .option("recordType", "ExampleListWithContext")
                .save(directory + "/searches");

        DataFrameReader reader = spark.read().format("tfrecord").option("recordType", "ExampleListWithContext");
        Dataset<Row> lists = reader.load(directory + "/searches");
        out.println(lists.schema().toDDL());
        lists.selectExpr("query", "size(examples)", "examples.title")
                .collectAsList()
                .forEach(out::println);

        Dataset<Row> rows = reader.option("explodeExamples", true).load(directory + "/searches");
        rows.select("query", "title", "clicks").collectAsList().forEach(out::println);
        // end
        assertThat(out).hasToString("""
                query STRING,examples ARRAY<STRUCT<title: STRING, clicks: BIGINT>>
                [tea,2,ArraySeq(green, black)]
                [tea,green,3]
                [tea,black,0]
                """);
    }
}
