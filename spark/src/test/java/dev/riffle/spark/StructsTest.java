package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.spark.internal.metric.DecodedFeaturesMetric;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests structs whose fields are features, with the option {@code flattenStructs}. */
class StructsTest {

    private static final String SCHEMA =
            "id BIGINT, size STRUCT<w: INT, h: INT, unit: STRUCT<name: STRING, factors: ARRAY<DOUBLE>>>";

    private static final List<String> ROWS = List.of(
            "[1,[3,4,[cm,ArraySeq(0.5)]]]", "[2,[null,5,null]]", "[3,[null,null,[null,ArraySeq()]]]", "[4,null]");

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    @AfterEach
    void dropView() {
        spark.catalog().dropTempView("structs");
    }

    private String path() {
        return folder.resolve("in").toString();
    }

    private void write() {
        TestFiles.write(
                folder.resolve("in/a.tfrecord"),
                Example.builder()
                        .put("id", 1)
                        .put("size.w", 3)
                        .put("size.h", 4)
                        .put("size.unit.name", "cm")
                        .put("size.unit.factors", new float[] {0.5f})
                        .build(),
                Example.builder().put("id", 2).put("size.h", 5).build(),
                Example.builder()
                        .put("id", 3)
                        .put("size.unit.factors", new float[0])
                        .build(),
                Example.builder().put("id", 4).build());
    }

    private Dataset<Row> newer() {
        return spark.read()
                .format("tfrecord")
                .schema(SCHEMA)
                .option("flattenStructs", true)
                .load(path());
    }

    private Dataset<Row> older() {
        spark.sql("CREATE OR REPLACE TEMPORARY VIEW structs (" + SCHEMA
                + ") USING tfrecord OPTIONS (flattenStructs 'true', path '" + path() + "')");
        return spark.table("structs");
    }

    private static List<String> texts(Dataset<Row> rows) {
        return rows.collectAsList().stream().map(Row::toString).toList();
    }

    @Test
    void readsFeaturesAsFields() {
        write();

        assertThat(texts(newer())).isEqualTo(ROWS);
        assertThat(texts(older())).isEqualTo(ROWS);
        assertThat(LocalSession.with("spark.sql.codegen.wholeStage", false, () -> texts(newer())))
                .isEqualTo(ROWS);
        assertThat(texts(newer().select("size.unit.name", "size.h", "id")))
                .containsExactly("[cm,4,1]", "[null,5,2]", "[null,null,3]", "[null,null,4]");
    }

    @Test
    void readsBackWhatItWrote() {
        write();
        String out = folder.resolve("out").toString();
        newer().write().format("tfrecord").option("flattenStructs", true).save(out);

        assertThat(texts(spark.read()
                        .format("tfrecord")
                        .schema(SCHEMA)
                        .option("flattenStructs", true)
                        .load(out)
                        .sort("id")))
                .isEqualTo(ROWS);
    }

    @Test
    void filtersByFields() {
        write();

        for (Dataset<Row> rows : List.of(newer(), older())) {
            assertThat(texts(rows.where("size.h > 3").select("id"))).containsExactly("[1]", "[2]");
            assertThat(texts(rows.where("size.w IS NULL").select("id"))).containsExactly("[2]", "[3]", "[4]");
            assertThat(texts(rows.where("size.unit.name = 'cm' AND id < 3").select("size.w")))
                    .containsExactly("[3]");
            assertThat(texts(rows.where("size IS NULL"))).containsExactly("[4,null]");
            assertThat(texts(rows.where("size IS NOT NULL").select("size.w")))
                    .containsExactly("[3]", "[null]", "[null]");
            assertThat(texts(rows.selectExpr("size IS NULL", "size.unit IS NULL", "size.w")))
                    .containsExactly("[false,false,3]", "[false,true,null]", "[false,false,null]", "[true,true,null]");
            assertThat(rows.where("size.h > 3").count()).isEqualTo(2);
        }
        assertThat(Plans.text(newer().where("size.h > 3"))).contains("GreaterThan(size.h,3)");
    }

    @Test
    void decodesOnlyTheStructsOfTheQuery() {
        write();

        assertThat(Plans.metric(newer().select("id"), DecodedFeaturesMetric.NAME))
                .isEqualTo(4);
        assertThat(Plans.metric(newer().select("size.w"), DecodedFeaturesMetric.NAME))
                .as("the null structs depend on all fields")
                .isEqualTo(6);
    }

    @Test
    void allFieldsOfAStructInAContextDecideWhetherItIsNull() {
        spark.sql("SELECT named_struct('w', CAST(NULL AS INT), 'h', 4) AS size, array(named_struct('z', 1L)) AS docs")
                .write()
                .format("tfrecord")
                .option("recordType", "ExampleListWithContext")
                .option("flattenStructs", true)
                .save(path());

        Dataset<Row> read = spark.read()
                .format("tfrecord")
                .option("recordType", "ExampleListWithContext")
                .option("flattenStructs", true)
                .schema("size STRUCT<w: INT, h: INT>, docs ARRAY<STRUCT<z: BIGINT>>")
                .load(path());

        assertThat(texts(read.where("size IS NOT NULL").selectExpr("size.w", "docs.z")))
                .containsExactly("[null,ArraySeq(1)]");
    }

    private static final String DOCS = "query STRING, docs ARRAY<STRUCT<id: BIGINT, size: STRUCT<w: INT,"
            + " unit: STRUCT<name: STRING, factors: ARRAY<DOUBLE>>>>>";

    private static final List<String> DOC_ROWS = List.of(
            "[a,ArraySeq([1,[3,[cm,ArraySeq(0.5)]]], [2,null], [3,[null,[null,ArraySeq()]]])]",
            "[b,ArraySeq()]",
            "[c,ArraySeq([4,[5,null]])]");

    private void writeLists() {
        spark.sql("SELECT query, from_json(json, 'ARRAY<STRUCT<id: BIGINT, size: STRUCT<w: INT, unit: STRUCT<name:"
                        + " STRING, factors: ARRAY<DOUBLE>>>>>') AS docs FROM VALUES"
                        + " ('a', '[{\"id\":1,\"size\":{\"w\":3,\"unit\":{\"name\":\"cm\",\"factors\":[0.5]}}},"
                        + "{\"id\":2},{\"id\":3,\"size\":{\"unit\":{\"factors\":[]}}}]'), ('b', '[]'),"
                        + " ('c', '[{\"id\":4,\"size\":{\"w\":5}}]') AS given(query, json)")
                .coalesce(1)
                .write()
                .format("tfrecord")
                .option("recordType", "ExampleListWithContext")
                .option("flattenStructs", true)
                .save(path());
    }

    private Dataset<Row> lists(String schema, String explode) {
        return spark.read()
                .format("tfrecord")
                .option("recordType", "ExampleListWithContext")
                .option("explodeExamples", explode)
                .option("flattenStructs", true)
                .schema(schema)
                .load(path());
    }

    @Test
    void readsStructsInExamples() {
        writeLists();
        spark.sql("CREATE OR REPLACE TEMPORARY VIEW structs (" + DOCS + ") USING tfrecord OPTIONS (path '" + path()
                + "', flattenStructs 'true', recordType 'ExampleListWithContext')");

        for (Dataset<Row> rows : List.of(lists(DOCS, "false"), spark.table("structs"))) {
            assertThat(texts(rows)).isEqualTo(DOC_ROWS);
            assertThat(texts(rows.select("docs.size.w")))
                    .containsExactly("[ArraySeq(3, null, null)]", "[ArraySeq()]", "[ArraySeq(5)]");
            assertThat(texts(rows.selectExpr("transform(docs, d -> d.size IS NULL)", "docs.size.unit.name")))
                    .containsExactly(
                            "[ArraySeq(false, true, false),ArraySeq(cm, null, null)]",
                            "[ArraySeq(),ArraySeq()]",
                            "[ArraySeq(false),ArraySeq(null)]");
            assertThat(texts(rows.selectExpr("explode(docs) AS doc").selectExpr("doc.size.w", "doc.size IS NULL")))
                    .containsExactly("[3,false]", "[null,true]", "[null,false]", "[5,false]");
            assertThat(texts(rows.where("get(docs, 2).size IS NOT NULL").selectExpr("query", "get(docs, 2).size.w")))
                    .as("all fields decide whether the struct is null")
                    .containsExactly("[a,null]");
            assertThat(texts(rows.where("exists(docs, d -> d.size.w > 3) AND query > 'a'")
                            .select("query")))
                    .containsExactly("[c]");
        }
        assertThat(LocalSession.with("spark.sql.codegen.wholeStage", false, () -> texts(lists(DOCS, "false"))))
                .isEqualTo(DOC_ROWS);
        assertThat(Plans.metric(lists(DOCS, "false").select("docs.id"), DecodedFeaturesMetric.NAME))
                .isEqualTo(4);
    }

    @Test
    void readsStructsOfExplodedExamples() {
        writeLists();

        assertThat(texts(lists(
                        "query STRING, id BIGINT, size STRUCT<w: INT, unit: STRUCT<name: STRING, factors: ARRAY<DOUBLE>>>",
                        "true")))
                .containsExactly(
                        "[a,1,[3,[cm,ArraySeq(0.5)]]]",
                        "[a,2,null]",
                        "[a,3,[null,[null,ArraySeq()]]]",
                        "[c,4,[5,null]]");
    }

    @Test
    void rejectsTwoFieldsOfOneFeatureInExamples() {
        writeLists();

        assertThatThrownBy(() -> lists("docs ARRAY<STRUCT<size: STRUCT<w: INT>, `size.W`: INT>>", "false"))
                .hasMessage("columns \"size.w\" and \"size.W\" read the same feature, because the fields of structs are"
                        + " features; rename one");
    }

    @Test
    void returnsNullsForBadRecords() {
        TestFiles.write(
                folder.resolve("in/a.tfrecord"),
                Example.builder().put("id", 1).put("size.w", "wide").build(),
                Example.builder().put("id", 2).put("size.w", 2).build());

        assertThatThrownBy(() -> newer().collectAsList())
                .hasStackTraceContaining("record 0 at offset 0: column \"size.w\": expected int64 (int64_list)");
        assertThat(texts(spark.read()
                        .format("tfrecord")
                        .schema("id INT, size STRUCT<w: INT>")
                        .option("flattenStructs", true)
                        .option("mode", "PERMISSIVE")
                        .load(path())))
                .containsExactly("[null,null]", "[2,[2]]");
    }

    @Test
    void rejectsTwoColumnsOfOneFeature() {
        write();

        assertThatThrownBy(() -> spark.read()
                        .format("tfrecord")
                        .schema("size STRUCT<w: INT>, `size.W` INT")
                        .option("flattenStructs", true)
                        .load(path()))
                .hasMessage("columns \"size.w\" and \"size.W\" read the same feature, because the fields of structs are"
                        + " features; rename one");
        assertThatThrownBy(() -> spark.read().format("tfrecord").schema(SCHEMA).load(path()))
                .hasMessageContaining("set the option flattenStructs to true");
        assertThatThrownBy(() -> spark.read()
                        .format("tfrecord")
                        .schema("a STRUCT<m: MAP<STRING, INT>>")
                        .option("flattenStructs", true)
                        .load(path()))
                .hasMessageContaining("column \"a.m\" is of type map<string,int>");
    }
}
