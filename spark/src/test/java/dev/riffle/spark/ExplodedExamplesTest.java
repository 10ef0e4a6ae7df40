package dev.riffle.spark;

import static dev.riffle.example.internal.ForeignMessages.field;
import static dev.riffle.example.internal.ForeignMessages.join;
import static dev.riffle.spark.ExampleLists.doc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.spark.internal.metric.DecodedFeaturesMetric;
import dev.riffle.spark.internal.metric.RecordsMetric;
import dev.riffle.spark.internal.metric.SkippedMetric;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests records of the type ExampleListWithContext, read with one row for each Example. */
class ExplodedExamplesTest {

    private static final String SCHEMA = "query STRING, clicks BIGINT, title STRING";

    @TempDir
    Path folder;

    private String file(byte[]... payloads) {
        return ExampleLists.write(folder, payloads);
    }

    private static DataFrameReader reader() {
        return ExampleLists.reader().option("explodeExamples", true);
    }

    private static List<Dataset<Row>> read(String mode, String schema, String path) {
        return ExampleLists.read(Map.of("explodeExamples", "true", "mode", mode), schema, path);
    }

    private static byte[] list(String query, Example... examples) {
        return ExampleLists.contextFirst(Example.builder().put("query", query).build(), examples);
    }

    @Test
    void givesARowForEachExample() {
        String path = file(
                list("a", doc(1), doc(2)),
                list("b"),
                field(1, doc(3).toByteArray()),
                list("c", doc(4), Example.builder().build()));

        assertThat(reader().load(path).schema().toDDL()).isEqualTo("clicks BIGINT,query STRING,title STRING");
        List<Dataset<Row>> reads = new ArrayList<>(read("FAILFAST", SCHEMA, path));
        reads.add(reader().load(path).select("query", "clicks", "title"));
        for (Dataset<Row> read : reads) {
            assertThat(read.collectAsList()).hasToString("[[a,1,t1], [a,2,t2], [null,3,t3], [c,4,t4], [c,null,null]]");
            assertThat(read.count()).isEqualTo(5);
            assertThat(read.selectExpr("1").collectAsList()).hasSize(5);
            assertThat(read.where("query = 'a' AND clicks > 1").collectAsList()).hasToString("[[a,2,t2]]");
            assertThat(read.where("query = 'a'").count()).isEqualTo(2);
            assertThat(read.where("clicks IS NULL").select("query").collectAsList())
                    .hasToString("[[c]]");
            assertThat(read.limit(3).collectAsList()).hasToString("[[a,1,t1], [a,2,t2], [null,3,t3]]");
            assertThat(read.limit(1).count()).isEqualTo(1);
            assertThat(read.where("clicks > 1").limit(2).select("title").collectAsList())
                    .hasToString("[[t2], [t3]]");
        }
    }

    @Test
    void theWarningOfTheOlderInterfaceCountsExamples() {
        Dataset<Row> table = read("PERMISSIVE", "clicks BOOLEAN", file(list("a", doc(1), doc(2), doc(3))))
                .get(1);

        assertThat(LoggedWarnings.during(table::collectAsList))
                .singleElement()
                .asString()
                .endsWith(": 2 damaged records or mismatched Examples; option mode sets how they are read");
    }

    @Test
    void pushesCountsFiltersAndColumns() {
        byte[][] lists = new byte[50][];
        for (int i = 0; i < lists.length; i++) {
            lists[i] = list("q" + i, doc(i), doc(i + 1));
        }
        Dataset<Row> read = reader().schema(SCHEMA).load(file(lists));

        assertThat(Plans.optimized(read.groupBy().count())).contains("PushedCount: true");
        assertThat(read.groupBy().count().head().getLong(0)).isEqualTo(100);
        assertThat(Plans.metric(read.groupBy().count(), RecordsMetric.NAME)).isEqualTo(50);
        assertThat(Plans.metric(read.select("title"), DecodedFeaturesMetric.NAME))
                .isEqualTo(100);
        assertThat(Plans.metric(read.select("title", "query"), DecodedFeaturesMetric.NAME))
                .as("the context is decoded for each row")
                .isEqualTo(200);
        Dataset<Row> some = read.where("query = 'q7'").select("title");
        assertThat(Plans.metric(some, DecodedFeaturesMetric.NAME)).isEqualTo(100 + 2);
        assertThat(Plans.optimized(some)).contains("EqualTo(query,q7)").doesNotContain("Filter (");
    }

    @Test
    void equalsSparksExplodeOfTheArray() throws Exception {
        Rounds.run("equalsSparksExplodeOfTheArray", 6, (random, name) -> {
            byte[][] lists = new byte[200 + random.nextInt(200)][];
            for (int i = 0; i < lists.length; i++) {
                lists[i] = random.nextInt(10) == 0 ? new byte[0] : randomList(random);
            }
            String path = file(lists);
            String filter = List.of(
                            "true", "query = 'q1'", "clicks > 4", "query IS NULL OR title <> 't3'", "clicks IS NULL")
                    .get(random.nextInt(5));
            String columns =
                    List.of("*", "title, query", "clicks", "query", "1").get(random.nextInt(5));
            Dataset<Row> expected = reader().option("explodeExamples", false)
                    .schema("query STRING, docs ARRAY<STRUCT<clicks: BIGINT, title: STRING>>")
                    .load(path)
                    .selectExpr("query", "inline(docs)");
            List<Row> rows =
                    expected.where(filter).selectExpr(columns.split(", ")).collectAsList();

            for (Dataset<Row> read : read("FAILFAST", SCHEMA, path)) {
                Dataset<Row> found = read.where(filter).selectExpr(columns.split(", "));
                assertThat(found.collectAsList()).as(name).isEqualTo(rows);
                assertThat(found.count()).as(name).isEqualTo(rows.size());
            }
        });
    }

    private static byte[] randomList(Random random) {
        Example[] docs = new Example[random.nextInt(6)];
        for (int i = 0; i < docs.length; i++) {
            ExampleBuilder builder = Example.builder();
            if (random.nextInt(4) > 0) {
                builder.put("clicks", random.nextInt(10));
            }
            if (random.nextInt(4) > 0) {
                builder.put("title", "t" + random.nextInt(5));
            }
            docs[i] = builder.build();
        }
        return list("q" + random.nextInt(3), docs);
    }

    @Test
    void dividesLargeListsIntoBatches() {
        Example[] many = new Example[10_000];
        Arrays.setAll(many, i -> doc(i));
        byte[] all = list("large", many);
        String path = file(list("small", doc(-1)), all, list("none"), list("small", doc(10_000)));

        for (Dataset<Row> read : read("FAILFAST", SCHEMA, path)) {
            List<Row> rows = read.collectAsList();
            assertThat(rows).hasSize(10_002);
            for (int i = 0; i < rows.size(); i++) {
                assertThat(rows.get(i).getLong(1)).isEqualTo(i - 1);
                assertThat(rows.get(i).getString(0)).isEqualTo(i == 0 || i == 10_001 ? "small" : "large");
            }
            assertThat(read.where("clicks >= 9990").count()).isEqualTo(11);
            assertThat(read.limit(5000).collectAsList()).hasSize(5000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"FAILFAST", "PERMISSIVE", "DROPMALFORMED"})
    void treatsExamplesThatDoNotFitAsBadRecords(String mode) {
        byte[] good = list("a", doc(1), doc(2));
        byte[] badExample =
                list("b", doc(3), Example.builder().put("clicks", "many").build(), doc(4));
        byte[] badContext =
                ExampleLists.contextFirst(Example.builder().put("query", 7L).build(), doc(5), doc(6));
        byte[] cut = Arrays.copyOf(good, good.length - 1);
        byte[] contextCut = join(field(2, new byte[] {0x0a, 9}), field(1, doc(7).toByteArray()), field(1, new byte[9]));
        String path = file(good, badExample, badContext, cut, doc(8).toByteArray(), contextCut, good);
        String schema = SCHEMA + ", _corrupt_record STRING";

        for (Dataset<Row> read : read(mode, schema, path)) {
            if (mode.equals("FAILFAST")) {
                assertThatThrownBy(read::collectAsList)
                        .hasStackTraceContaining("record 1 at offset ")
                        .hasStackTraceContaining("example 1: column \"clicks\": expected ");
                assertThatThrownBy(read::count)
                        .hasStackTraceContaining("record 3 at offset ")
                        .hasStackTraceContaining("expected an ExampleListWithContext, found ");
                continue;
            }
            List<Row> rows = read.collectAsList();
            if (mode.equals("DROPMALFORMED")) {
                assertThat(rows).extracting(row -> row.getLong(1)).containsExactly(1L, 2L, 3L, 4L, 1L, 2L);
                assertThat(read.count()).isEqualTo(6);
                continue;
            }
            assertThat(rows)
                    .extracting(row -> row.isNullAt(1) ? null : row.getLong(1))
                    .containsExactly(1L, 2L, 3L, null, 4L, null, null, null, null, null, 1L, 2L);
            assertThat(rows.get(3).getString(3)).contains("record 1 at offset ", ": example 1: column \"clicks\": ");
            assertThat(rows.get(6).getString(3)).contains("record 2 at offset ", ": example 1: column \"query\": ");
            assertThat(rows.get(7).getString(3)).contains("record 3 at offset ", "found bytes of an unknown kind");
            assertThat(rows.get(8).getString(3)).contains("record 4 at offset ", "found an Example; option recordType");
            assertThat(rows.get(9).getString(3))
                    .contains("record 5 at offset ", ": context: not a valid Example: at byte ");
            assertThat(rows.get(4).isNullAt(3)).isTrue();
            assertThat(read.count()).isEqualTo(12);
            assertThat(read.selectExpr("1").collectAsList()).hasSize(12);
            assertThat(read.where("clicks IS NULL").collectAsList()).hasSize(6);
            assertThat(read.where("clicks > 0").select("clicks").collectAsList())
                    .hasSize(8);
        }
        if (mode.equals("PERMISSIVE")) {
            Dataset<Row> read = reader().option("mode", mode).schema(schema).load(path);
            assertThat(Plans.metric(read, SkippedMetric.NAME)).isEqualTo(6);
            assertThat(Plans.metric(read, RecordsMetric.NAME)).isEqualTo(7);
        }
    }

    @Test
    void keepsTheOrderOfDamage() {
        String path = file(list("a", doc(1), doc(2)), list("b", doc(3)), list("c", doc(4), doc(5)));
        TestFiles.damage(Path.of(path), list("a", doc(1), doc(2)).length + 16 + 12);

        Dataset<Row> read = reader().option("mode", "PERMISSIVE")
                .schema(SCHEMA + ", _corrupt_record STRING")
                .load(path);

        assertThat(read.selectExpr("query", "clicks", "_corrupt_record IS NULL").collectAsList())
                .hasToString("[[a,1,true], [a,2,true], [null,null,false], [c,4,true], [c,5,true]]");
        assertThat(read.count()).isEqualTo(5);
    }

    @Test
    void rejectsAFeatureOfBothParts() {
        String path = file(
                list("a", doc(1)),
                list("b", doc(2), Example.builder().put("query", "own").build(), doc(3)),
                list("c", Example.builder().put("query", Feature.notSet()).build()));

        assertThatThrownBy(() -> reader().load(path))
                .hasMessageContaining("the context and the examples have features of the same name:")
                .hasMessageContaining("\"query\": a feature of the context in ")
                .hasMessageContaining("but a feature of an example in ")
                .hasMessageContaining("set explodeExamples to false, which reads both");
        for (Dataset<Row> read : read("FAILFAST", SCHEMA, path)) {
            assertThatThrownBy(read::collectAsList)
                    .hasStackTraceContaining("record 1 at offset ")
                    .hasStackTraceContaining("example 1: column \"query\": expected a feature of the context or of the"
                            + " example, found both; set explodeExamples to false, which reads both");
            assertThat(read.select("clicks").collectAsList())
                    .as("only selected columns are checked")
                    .hasToString("[[1], [2], [null], [3], [null]]");
        }
        for (Dataset<Row> read : read("DROPMALFORMED", SCHEMA, path)) {
            assertThat(read.collectAsList()).hasToString("[[a,1,t1], [b,2,t2], [b,3,t3]]");
        }
    }

    @Test
    void rejectsAFeatureOfBothPartsInAnyCase() {
        String path = file(list("a", Example.builder().put("query", "own").build()));

        assertThatThrownBy(() -> reader().schema("QUERY STRING").load(path).collectAsList())
                .hasStackTraceContaining("expected a feature of the context or of the example, found both");
    }

    @Test
    void rejectsAnArrayOfStructs() {
        String path = file(list("a", doc(1)));

        assertThatThrownBy(() -> reader().schema("query STRING, examples ARRAY<STRUCT<clicks: BIGINT>>")
                        .load(path)
                        .collectAsList())
                .hasMessageContaining("column \"examples\" is of type array<struct<clicks:bigint>>, which an"
                        + " ExampleListWithContext cannot hold; set explodeExamples to false, or name a column for each"
                        + " feature of the examples");
    }
}
