package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that values of every type are unchanged after a round trip through files of both formats. */
class TypesRoundTripTest {

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    /**
     * Writes the rows, reads the files with the same schema, and compares the rows as JSON from Spark. Returns the rows
     * that it read.
     */
    private Dataset<Row> throughFiles(Dataset<Row> rows, String format, Map<String, String> options) {
        String path = folder.resolve("out").toString();
        rows.write().format(format).options(options).save(path);
        Dataset<Row> read = spark.read()
                .format(format)
                .options(options)
                .schema(rows.schema())
                .load(path);
        assertThat(read.schema().fieldNames()).isEqualTo(rows.schema().fieldNames());
        assertThat(json(read)).isEqualTo(json(rows));
        return read;
    }

    /** Returns the rows as JSON with nulls included and binaries in base64. */
    private static List<String> json(Dataset<Row> rows) {
        return rows
                .selectExpr("to_json(struct(*), map('ignoreNullFields', 'false')) AS text")
                .sort("text")
                .collectAsList()
                .stream()
                .map(row -> row.getString(0))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfrecord", "ofrecord"})
    void keepsValuesNullsAndArraysOfEveryType(String format) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("BOOLEAN", "true, false");
        values.put("TINYINT", "0, 1, -1, 127, -128");
        values.put("SMALLINT", "0, 32767, -32768");
        values.put("INT", "0, 2147483647, -2147483648");
        values.put("BIGINT", "0, 9223372036854775807, -9223372036854775808");
        values.put("FLOAT", "0, '-0.0', 1.5, 3.4028235E38, 1.4E-45, 'NaN', 'Infinity', '-Infinity'");
        values.put("STRING", "'', 'a', 'größer', '日本', '😀'");
        values.put("BINARY", "X'', X'00', X'FF00FE'");
        values.put("DECIMAL(10,2)", "0, 123.45, -99999999.99");
        values.put("DECIMAL(38,10)", "1.5, -1234567890123456789012345678.0123456789BD");
        values.put("TIMESTAMP", "'1970-01-01 00:00:00', '2024-02-29 12:34:56.789012', '0001-01-01 00:00:00'");
        values.put("TIMESTAMP_NTZ", "'1970-01-01 00:00:00', '9999-12-31 23:59:59.999999'");
        values.put("DATE", "'1970-01-01', '2024-02-29', '0001-01-01', '9999-12-31'");
        List<String> columns = new ArrayList<>(List.of("id"));
        values.forEach((type, literals) -> {
            String all = Arrays.stream(literals.split(", "))
                    .map(literal -> "CAST(" + literal + " AS " + type + ")")
                    .collect(Collectors.joining(", ", "array(", ")"));
            columns.add("get(%s, INT(id)) AS `one %s`".formatted(all, type));
            columns.add(
                    "IF(id < 2, array(get(%1$s, INT(id)), get(%1$s, 0)), NULL) AS `many %2$s`".formatted(all, type));
            columns.add("IF(id < 2, CAST(array() AS ARRAY<%1$s>), NULL) AS `none %1$s`".formatted(type));
        });

        throughFiles(spark.range(9).selectExpr(columns.toArray(String[]::new)), format, Map.of());
    }

    @Test
    void storesDoublesAsFloatsOnlyInTfRecord() {
        Dataset<Row> rows = spark.sql("SELECT 0.1D AS x, array(1e-3D, 1e30D) AS y");
        rows.write().format("tfrecord").save(folder.resolve("t").toString());
        rows.write().format("ofrecord").save(folder.resolve("o").toString());

        assertThat(spark.read()
                        .format("tfrecord")
                        .schema(rows.schema())
                        .load(folder.resolve("t").toString())
                        .head()
                        .getDouble(0))
                .isEqualTo((double) 0.1f);
        assertThat(spark.read()
                        .format("ofrecord")
                        .schema(rows.schema())
                        .load(folder.resolve("o").toString())
                        .head())
                .isEqualTo(rows.head());
    }

    @Test
    void rejectsDoublesThatWouldBecomeInfinite() {
        assertThatThrownBy(() -> spark.sql("SELECT 1e300D AS huge")
                        .write()
                        .format("tfrecord")
                        .save(folder.resolve("out").toString()))
                .hasStackTraceContaining("huge");
        assertThat(TestFiles.in(folder)).isEmpty();
    }

    @Test
    void keepsArraysOfArraysInSequenceExamples() {
        Dataset<Row> rows = spark.sql("""
                SELECT
                  array(array(1L, 2L), CAST(array() AS ARRAY<BIGINT>), array(3L)) AS longs,
                  array(array('a', 'b')) AS texts,
                  array(array(1.5F), array(2.5F, 3.5F)) AS floats,
                  array(array(X'00')) AS bytes,
                  CAST(array() AS ARRAY<ARRAY<BIGINT>>) AS none,
                  array(array(true), array(false)) AS flags,
                  array(array(DATE'2024-02-29')) AS days,
                  array(array(CAST(1.5 AS DECIMAL(5,2)))) AS decimals,
                  array(1L, 2L) AS context, 7L AS id, 'x' AS tag
                UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 8L, NULL""");

        throughFiles(rows, "tfrecord", Map.of("recordType", "SequenceExample"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfrecord", "ofrecord"})
    void keepsRecordsOfBytes(String format) {
        // OneFlow's files accept only OFRecord messages.
        Dataset<Row> rows = spark.sql("SELECT X'0a0c0a016112070a050a03616263' AS payload");
        Dataset<Row> read = throughFiles(rows, format, Map.of("recordType", "Bytes"));

        assertThat(spark.read()
                        .format(format)
                        .option("recordtype", "bytearray")
                        .load(folder.resolve("out").toString())
                        .withColumnRenamed("byteArray", "payload")
                        .schema())
                .isEqualTo(read.schema());
    }

    @Test
    void infersTheWrittenTypesThatTheFormatKeeps() {
        spark.sql("SELECT 1L AS a, 1.5F AS b, 'x' AS c, X'FF' AS d, array(1L, 2L) AS e, array('x', 'y') AS f")
                .write()
                .format("tfrecord")
                .save(folder.resolve("out").toString());

        assertThat(spark.read()
                        .format("tfrecord")
                        .load(folder.resolve("out").toString())
                        .schema())
                .isEqualTo(
                        StructType.fromDDL("a BIGINT, b FLOAT, c STRING, d BINARY, e ARRAY<BIGINT>, f ARRAY<STRING>"));
    }

    @Test
    void flattensStructsOnRequest() {
        String path = folder.resolve("out").toString();
        spark.sql("SELECT 1L AS id, named_struct('w', 3L, 'h', CAST(NULL AS BIGINT)) AS size")
                .write()
                .format("tfrecord")
                .option("flattenStructs", true)
                .save(path);

        Dataset<Row> read = spark.read()
                .format("tfrecord")
                .schema("id BIGINT, `size.w` BIGINT, `size.h` BIGINT")
                .load(path);
        assertThat(read.head()).hasToString("[1,3,null]");
        assertThat(read.where("`size.w` = 3").select("`size.w`").count()).isEqualTo(1);
    }

    @Test
    void readsEqualRowsWithoutGeneratedCode() {
        String path = folder.resolve("out").toString();
        StringBuilder columns = new StringBuilder("id AS c0");
        for (int i = 1; i < 150; i++) {
            columns.append(", id + ").append(i).append(" AS c").append(i);
        }
        spark.range(50)
                .selectExpr(columns.toString().split(", "))
                .write()
                .format("tfrecord")
                .save(path);
        String query = "SELECT sum(c0), sum(c149), count(*) FROM tfrecord.`" + path + "`";

        assertThat(spark.sql(query).head()).hasToString("[1225,8675,50]");
        assertThat(spark.sql("SELECT * FROM tfrecord.`" + path + "`").collectAsList())
                .hasSize(50)
                .allMatch(row -> row.size() == 150);
        assertThat(LocalSession.with(
                        "spark.sql.codegen.wholeStage",
                        false,
                        () -> spark.sql(query).head()))
                .hasToString("[1225,8675,50]");
        assertThat(LocalSession.with(
                        "spark.sql.codegen.wholeStage",
                        false,
                        () -> spark.read()
                                .format("tfrecord")
                                .load(path)
                                .selectExpr("sum(c149)")
                                .head()))
                .hasToString("[8675]");
    }

    @Test
    void cachesReadRows() {
        String path = TestFiles.write(folder.resolve("a.tfrecord"), TestFiles.numbered(10_000));
        Dataset<Row> cached = spark.read().format("tfrecord").load(path).cache();
        try {
            assertThat(cached.count()).isEqualTo(10_000);
            assertThat(cached.selectExpr("sum(id)", "max(length(name))").head()).hasToString("[49995000,5]");
        } finally {
            cached.unpersist(true);
        }
    }

    @Test
    void rejectsAnEmptyOfRecordLikeOneFlow() {
        assertThatThrownBy(() -> spark.sql("SELECT CAST(NULL AS BIGINT) AS id")
                        .write()
                        .format("ofrecord")
                        .save(folder.resolve("out").toString()))
                .hasStackTraceContaining("an OFRecord must have a feature");
    }

    @Test
    void readsDecimalsExactlyOrRejectsThem() {
        String path = folder.resolve("out").toString();
        spark.sql("SELECT CAST(12.345 AS DECIMAL(10,3)) AS d")
                .write()
                .format("tfrecord")
                .save(path);

        assertThat(spark.read()
                        .format("tfrecord")
                        .schema("d DECIMAL(20,3)")
                        .load(path)
                        .head()
                        .getDecimal(0))
                .isEqualTo(new BigDecimal("12.345"));
        assertThatThrownBy(() -> spark.read()
                        .format("tfrecord")
                        .schema("d DECIMAL(10,2)")
                        .load(path)
                        .collectAsList())
                .hasStackTraceContaining("12.345");
    }
}
