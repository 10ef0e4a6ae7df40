package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the option {@code widen}, for features with int64 values in some records and float values in others. */
class WideningTest {

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    @BeforeEach
    void write() {
        TestFiles.write(folder.resolve("in/a.tfrecord"), example(Feature.of(3L)), example(Feature.of(0.5f)));
        TestFiles.write(
                folder.resolve("in/b.tfrecord"),
                example(Feature.of(-7L)),
                Example.builder().put("n", 1).build());
    }

    private static Example example(Feature price) {
        return Example.builder().put("price", price).put("n", 1).build();
    }

    private Dataset<Row> read(String schema) {
        return spark.read()
                .format("tfrecord")
                .schema(schema)
                .option("widen", true)
                .load(folder + "/in");
    }

    private static List<Row> prices(Dataset<Row> rows) {
        return rows.select("price").sort("price").collectAsList();
    }

    @Test
    void infersDouble() {
        assertThatThrownBy(() -> spark.read().format("tfrecord").load(folder + "/in"))
                .hasMessageContaining("feature \"price\": int64_list in ")
                .hasMessageContaining("set option widen to true to read these numbers as doubles");

        Dataset<Row> rows =
                spark.read().format("tfrecord").option("widen", true).load(folder + "/in");

        assertThat(rows.schema().toDDL()).isEqualTo("n BIGINT,price DOUBLE");
        assertThat(prices(rows)).hasToString("[[null], [-7.0], [0.5], [3.0]]");
        assertThat(rows.where("price >= 0.5").count()).isEqualTo(2);
        assertThat(spark.sql("SELECT sum(price) FROM tfrecord.`" + folder + "/in` WITH ('widen' = 'true')")
                        .head())
                .hasToString("[-3.5]");
    }

    @Test
    void keepsOtherTypesStrict() {
        assertThat(prices(read("price DOUBLE"))).hasToString("[[null], [-7.0], [0.5], [3.0]]");
        assertThatThrownBy(() -> prices(read("price FLOAT"))).hasStackTraceContaining("found int64_list");
        assertThatThrownBy(() -> read("price DOUBLE, n STRING").collectAsList())
                .hasStackTraceContaining("expected string (bytes_list), found int64_list");
        assertThatThrownBy(() -> prices(
                        spark.read().format("tfrecord").schema("price DOUBLE").load(folder + "/in")))
                .hasStackTraceContaining("expected float32 (float_list), found int64_list");
    }

    @Test
    void readsArrays() {
        TestFiles.write(folder.resolve("in/c.tfrecord"), example(Feature.of(1L, 1L << 53)));

        assertThat(spark.read()
                        .format("tfrecord")
                        .option("widen", true)
                        .load(folder + "/in")
                        .schema()
                        .toDDL())
                .isEqualTo("n BIGINT,price ARRAY<DOUBLE>");
        assertThat(read("price ARRAY<DOUBLE>")
                        .selectExpr("sum(aggregate(price, 0D, (a, b) -> a + b))")
                        .head())
                .hasToString("[" + (0x1p53 + 1 - 3.5) + "]");
    }

    @Test
    void rejectsIntegersThatNoDoubleRepresents() {
        TestFiles.write(folder.resolve("in/c.tfrecord"), example(Feature.of((1L << 53) + 1)));

        assertThatThrownBy(() -> prices(read("price DOUBLE")))
                .hasStackTraceContaining("c.tfrecord: record 0 at offset 0: column \"price\": expected a number that a"
                        + " float64 represents exactly, found the int64 9007199254740993");
        assertThat(spark.read()
                        .format("tfrecord")
                        .schema("price DOUBLE")
                        .option("widen", true)
                        .option("mode", "DROPMALFORMED")
                        .load(folder + "/in")
                        .count())
                .isEqualTo(4);
    }

    @Test
    void keepsAFeatureOfOneKind() {
        assertThat(spark.read()
                        .format("tfrecord")
                        .option("widen", true)
                        .load(folder + "/in/b.tfrecord")
                        .schema()
                        .toDDL())
                .isEqualTo("n BIGINT,price BIGINT");
    }
}
