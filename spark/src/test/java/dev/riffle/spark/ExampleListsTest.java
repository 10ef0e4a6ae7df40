package dev.riffle.spark;

import static dev.riffle.example.internal.ForeignMessages.field;
import static dev.riffle.spark.ExampleLists.doc;
import static dev.riffle.spark.ExampleLists.list;
import static dev.riffle.spark.ExampleLists.reader;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.example.internal.ForeignMessages;
import dev.riffle.spark.internal.metric.DecodedFeaturesMetric;
import dev.riffle.spark.internal.metric.RecordsMetric;
import dev.riffle.spark.internal.metric.SkippedMetric;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests records of the type ExampleListWithContext, read as arrays of structs. */
class ExampleListsTest {

    private static final String SCHEMA =
            "query STRING, tokens ARRAY<STRING>, docs ARRAY<STRUCT<clicks: BIGINT, title: STRING>>";

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    private String file(byte[]... payloads) {
        return ExampleLists.write(folder, payloads);
    }

    private static List<Dataset<Row>> read(String mode, String schema, String path) {
        return ExampleLists.read(Map.of("mode", mode), schema, path);
    }

    private static Example query(String name) {
        return Example.builder().put("query", name).put("tokens", "x", name).build();
    }

    @Test
    void infersContextColumnsAndAnArrayOfStructs() {
        String path = file(
                list(query("a"), doc(1), doc(2)),
                list(Example.builder().put("query", "b").build()),
                list(
                        query("c"),
                        Example.builder().put("clicks", 3L).put("f", 0.5f, 1f).build()));

        Dataset<Row> read = reader().load(path);

        assertThat(read.schema().toDDL())
                .isEqualTo("examples ARRAY<STRUCT<clicks: BIGINT, f: ARRAY<FLOAT>, title: STRING>>,query STRING,"
                        + "tokens ARRAY<STRING>");
        assertThat(read.collectAsList())
                .hasToString("[[ArraySeq([1,null,t1], [2,null,t2]),a,ArraySeq(x, a)],"
                        + " [ArraySeq(),b,null], [ArraySeq([3,ArraySeq(0.5, 1.0),null]),c,ArraySeq(x, c)]]");
    }

    @Test
    void readsTheColumnsOfASchemaUnderAnyName() {
        String path = file(list(query("a"), doc(1), doc(2)), list(query("b")), field(1, doc(3).toByteArray()));

        for (Dataset<Row> read : read("FAILFAST", SCHEMA, path)) {
            assertThat(read.collectAsList())
                    .hasToString("[[a,ArraySeq(x, a),ArraySeq([1,t1], [2,t2])], [b,ArraySeq(x, b),ArraySeq()],"
                            + " [null,null,ArraySeq([3,t3])]]");
            assertThat(read.selectExpr("docs.title", "get(docs.clicks, 0)").collectAsList())
                    .hasToString("[[ArraySeq(t1, t2),1], [ArraySeq(),null], [ArraySeq(t3),3]]");
            assertThat(read.selectExpr("explode(docs)").selectExpr("col.clicks").collectAsList())
                    .hasToString("[[1], [2], [3]]");
            assertThat(read.where("query = 'b'").count()).isEqualTo(1);
            assertThat(read.where("query > 'a'").select("docs").collectAsList()).hasToString("[[ArraySeq()]]");
            assertThat(read.where("size(docs) = 2").select("query").collectAsList())
                    .hasToString("[[a]]");
            assertThat(read.where("docs IS NULL").count()).isZero();
            assertThat(read.count()).isEqualTo(3);
            assertThat(read.limit(2).collectAsList()).hasSize(2);
        }
    }

    @Test
    void decodesOnlySelectedFeatures() {
        byte[][] lists = new byte[50][];
        for (int i = 0; i < lists.length; i++) {
            lists[i] = list(query("q" + i), doc(i), doc(i + 1));
        }
        Dataset<Row> read = reader().load(file(lists));

        assertThat(Plans.metric(read, DecodedFeaturesMetric.NAME)).isEqualTo(50 * (2 + 2 * 2));
        assertThat(Plans.metric(read.select("query"), DecodedFeaturesMetric.NAME))
                .isEqualTo(50);
        assertThat(Plans.metric(read.select("examples.clicks"), DecodedFeaturesMetric.NAME))
                .isEqualTo(50 * 2);
        assertThat(Plans.metric(read.selectExpr("query", "explode(examples.title)"), DecodedFeaturesMetric.NAME))
                .isEqualTo(50 * (1 + 2));
        assertThat(Plans.metric(
                        read.where("query = 'q7'").select("examples.clicks", "tokens"), DecodedFeaturesMetric.NAME))
                .as("the other columns only for rows that pass the filter")
                .isEqualTo(50 + 1 + 2);
        assertThat(Plans.metric(
                        read.where("examples IS NOT NULL").select("examples.clicks"), DecodedFeaturesMetric.NAME))
                .isEqualTo(50 * 2);
        assertThat(Plans.metric(
                        read.selectExpr("explode(examples) AS doc").select("doc.clicks"), DecodedFeaturesMetric.NAME))
                .isEqualTo(50 * 2);
        assertThat(Plans.metric(read.groupBy().count(), DecodedFeaturesMetric.NAME))
                .isZero();
        assertThat(Plans.optimized(read.groupBy().count())).contains("PushedCount: true");
    }

    @Test
    void readsManyBatches() {
        byte[][] lists = new byte[10_000][];
        for (int i = 0; i < lists.length; i++) {
            Example[] docs = new Example[i % 5];
            Arrays.setAll(docs, k -> doc(k));
            lists[i] = i % 7 == 0 ? list(Example.builder().build(), docs) : list(query("q" + i), docs);
        }
        String path = file(lists);

        for (Dataset<Row> read : read("FAILFAST", SCHEMA, path)) {
            List<Row> rows = read.collectAsList();
            assertThat(rows).hasSize(lists.length);
            for (int i = 0; i < lists.length; i++) {
                Row row = rows.get(i);
                assertThat(row.getString(0)).isEqualTo(i % 7 == 0 ? null : "q" + i);
                List<Row> docs = row.getList(2);
                assertThat(docs).hasSize(i % 5);
                for (int k = 0; k < docs.size(); k++) {
                    assertThat(docs.get(k).getLong(0)).isEqualTo(k);
                    assertThat(docs.get(k).getString(1)).isEqualTo("t" + k);
                }
            }
            assertThat(read.where("query IS NULL").count()).isEqualTo(1429);
            assertThat(read.selectExpr("sum(size(docs))").head().getLong(0)).isEqualTo(20_000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"FAILFAST", "PERMISSIVE", "DROPMALFORMED"})
    void treatsPartsThatDoNotFitAsBadRecords(String mode) {
        byte[] good = list(query("a"), doc(1));
        byte[] last = list(query("z"), doc(8), doc(9));
        byte[] badExample =
                list(query("b"), doc(1), Example.builder().put("clicks", "many").build());
        byte[] badContext = list(Example.builder().put("query", 7L).build(), doc(1));
        byte[] twoClicks =
                list(query("c"), Example.builder().put("clicks", 1L, 2L).build());
        byte[] cut = Arrays.copyOf(good, good.length - 1);
        String path = file(good, badExample, badContext, twoClicks, cut, doc(5).toByteArray(), last);
        String schema = SCHEMA + ", _corrupt_record STRING";

        for (Dataset<Row> read : read(mode, schema, path)) {
            if (mode.equals("FAILFAST")) {
                assertThatThrownBy(read::collectAsList)
                        .hasStackTraceContaining("record 1 at offset ")
                        .hasStackTraceContaining("example 1: column \"clicks\": expected ");
                continue;
            }
            List<Row> rows = read.collectAsList();
            if (mode.equals("DROPMALFORMED")) {
                assertThat(rows).extracting(row -> row.getString(0)).containsExactly("a", "z");
                assertThat(rows.get(1)).hasToString("[z,ArraySeq(x, z),ArraySeq([8,t8], [9,t9]),null]");
                assertThat(read.count()).isEqualTo(2);
                continue;
            }
            assertThat(rows)
                    .extracting(row -> row.getString(0))
                    .containsExactly("a", null, null, null, null, null, "z");
            assertThat(rows.get(0).isNullAt(3)).isTrue();
            assertThat(rows.get(6)).hasToString("[z,ArraySeq(x, z),ArraySeq([8,t8], [9,t9]),null]");
            assertThat(rows.get(1).getString(3)).contains("record 1 at offset ", ": example 1: column \"clicks\": ");
            assertThat(rows.get(2).getString(3)).contains("record 2 at offset ", ": context: column \"query\": ");
            assertThat(rows.get(3).getString(3)).contains("example 0: column \"clicks\": expected one value, found 2");
            assertThat(rows.get(4).getString(3))
                    .contains("expected an ExampleListWithContext, found bytes of an unknown kind");
            assertThat(rows.get(5).getString(3))
                    .contains("expected an ExampleListWithContext, found an Example;"
                            + " option recordType Example reads such records");
            assertThat(rows.subList(1, 6)).allMatch(row -> row.isNullAt(0) && row.isNullAt(1) && row.isNullAt(2));
            assertThat(read.where("docs IS NULL").count())
                    .as("a query checks only the columns that it reads")
                    .isEqualTo(4);
            assertThat(read.select("query").where("query IS NULL").count()).isEqualTo(3);
        }
        if (mode.equals("PERMISSIVE")) {
            Dataset<Row> read = reader().option("mode", mode).schema(schema).load(path);
            assertThat(Plans.metric(read, SkippedMetric.NAME)).isEqualTo(5);
            assertThat(Plans.metric(read, RecordsMetric.NAME)).isEqualTo(7);
        }
    }

    @Test
    void infersFromGoodRecordsOnly() {
        byte[] good = list(query("a"), doc(1));
        String path = file(good, ForeignMessages.sam(1), good);

        assertThatThrownBy(() -> reader().load(path))
                .hasStackTraceContaining("record 1 at offset ")
                .hasStackTraceContaining("expected an ExampleListWithContext, found a protobuf message of another type;"
                        + " option recordType Bytes reads such records");
        assertThat(reader().option("mode", "PERMISSIVE").load(path).schema().toDDL())
                .isEqualTo("_corrupt_record STRING,examples ARRAY<STRUCT<clicks: BIGINT, title: STRING>>,"
                        + "query STRING,tokens ARRAY<STRING>");
    }

    @Test
    void rejectsAContextFeatureWithTheNameOfTheArray() {
        String path = file(list(Example.builder().put("Examples", 7L).build(), doc(1)));

        assertThatThrownBy(() -> reader().load(path))
                .hasMessageContaining("a feature of the context has the name of the column with the examples:")
                .hasMessageContaining("\"Examples\" in ")
                .hasMessageContaining("pass a schema in which the array of structs has another name");
        assertThat(reader().schema("Examples BIGINT, docs ARRAY<STRUCT<clicks: INT>>")
                        .load(path)
                        .collectAsList())
                .hasToString("[[7,ArraySeq([1])]]");
    }

    @Test
    void rejectsACorruptRecordColumnWithTheNameOfTheArray() {
        String path = file(list(query("a"), doc(1)), "text".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> reader().option("mode", "PERMISSIVE")
                        .option("columnNameOfCorruptRecord", "examples")
                        .load(path))
                .hasMessageContaining("a column has the name of the corrupt-record column:\n  \"examples\"");
    }

    @Test
    void readsARecordWithoutBytesAsAnEmptyList() {
        String path = file(new byte[0], field(1, new byte[0]));

        for (Dataset<Row> read : read("FAILFAST", SCHEMA, path)) {
            assertThat(read.collectAsList()).hasToString("[[null,null,ArraySeq()], [null,null,ArraySeq([null,null])]]");
        }
    }

    @Test
    void readsAFeatureOfBothPartsTwice() {
        String path = file(list(
                Example.builder().put("clicks", "all").build(),
                doc(1),
                Example.builder().put("Clicks", 2L).build()));

        assertThatThrownBy(() -> reader().load(path))
                .hasMessageContaining("the names of columns differ only in case")
                .hasMessageContaining("\"Clicks\" in ");
        String schema = "clicks STRING, examples ARRAY<STRUCT<clicks: BIGINT>>";
        assertThat(reader().schema(schema).load(path).collectAsList()).hasToString("[[all,ArraySeq([1], [2])]]");
        LocalSession.with(
                "spark.sql.caseSensitive",
                true,
                () -> assertThat(reader().schema(schema).load(path).collectAsList())
                        .hasToString("[[all,ArraySeq([1], [null])]]"));
    }

    @Test
    void rejectsSchemasThatListsCannotHave() {
        String path = file(list(query("a"), doc(1)));

        assertThatThrownBy(() -> reader().schema("a ARRAY<STRUCT<clicks: BIGINT>>, b ARRAY<STRUCT<title: STRING>>")
                        .load(path)
                        .collectAsList())
                .hasMessageContaining("expected one column with an array of structs, for the examples, found"
                        + " [\"a\", \"b\"]; omit all but one");
        assertThatThrownBy(() -> reader().schema("examples ARRAY<STRUCT<clicks: MAP<INT, INT>>>")
                        .load(path)
                        .collectAsList())
                .hasMessageContaining(
                        "column \"clicks\" is of type map<int,int>, which an ExampleListWithContext" + " cannot hold");
        assertThatThrownBy(() -> reader().schema("examples STRUCT<clicks: BIGINT>")
                        .load(path)
                        .collectAsList())
                .hasMessageContaining("column \"examples\" is of type struct<clicks:bigint>");
    }

    @Test
    void readsEveryTypeInsideStructs() {
        Dataset<Row> rows = spark.sql("SELECT 1 AS id, array(named_struct('b', true, 'i', 7, 'f', 0.5F, 'd', 2.5D,"
                + " 's', 'x', 'y', X'00ff', 'n', 1.25BD, 'day', DATE'2024-10-04',"
                + " 't', TIMESTAMP'2024-10-04 01:02:03', 'l', array(1L, 2L), 'e', array('p', 'q'))) AS docs");
        String path = folder.resolve("out").toString();
        rows.write()
                .format("tfrecord")
                .option("recordType", "ExampleListWithContext")
                .save(path);

        Dataset<Row> read = reader().schema(rows.schema()).load(path);

        assertThat(read.selectExpr("id", "to_json(docs)").collectAsList())
                .isEqualTo(rows.selectExpr("id", "to_json(docs)").collectAsList())
                .asString()
                .contains("\"n\":1.25", "\"day\":\"2024-10-04\"", "\"e\":[\"p\",\"q\"]");
        List<Row> all = rows.collectAsList();
        assertThat(read.collectAsList()).isEqualTo(all);
        assertThat(LocalSession.<List<Row>>with(
                        "spark.sql.codegen.wholeStage",
                        false,
                        () -> reader().schema(rows.schema()).load(path).collectAsList()))
                .as("rows instead of batches")
                .isEqualTo(all);
    }
}
