package dev.riffle.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import dev.riffle.parse.FeatureSpecs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the columns of all kinds of messages, and columns of specs. */
class MessageColumnsTest {

    @TempDir
    private Path directory;

    private RecordSql sql;

    @BeforeEach
    void setTables() {
        sql = RecordSql.defaults().tables(SqlTables.in(directory)).threads(2);
    }

    private List<String> rows(String statement) throws IOException {
        return SqlFiles.rows(sql, statement);
    }

    @Test
    void missingFeaturesAreNull() throws IOException {
        SqlFiles.write(
                directory.resolve("x"),
                List.of(
                        Example.builder().put("a", 1).put("l", 1L, 2L).build().toBytes(),
                        Example.builder()
                                .put("b", new byte[] {(byte) 0xff, 1})
                                .build()
                                .toBytes(),
                        Example.builder()
                                .put("a", 3)
                                .put("l", new long[0])
                                .build()
                                .toBytes()));
        assertThat(rows("FROM x")).containsExactly("1|NULL|[1, 2]", "NULL|\\xff\\x01|NULL", "3|NULL|[]");
        assertThat(rows("SELECT column_type FROM (DESCRIBE x)")).containsExactly("BIGINT", "BLOB", "BIGINT[]");
        assertThat(rows("SELECT count(a), count(*), sum(len(l)) FROM x")).containsExactly("2|3|2");
    }

    @Test
    void featureListsAreListsOfLists() throws IOException {
        SqlFiles.write(
                directory.resolve("s"),
                List.of(SequenceExample.parseText("context { feature { key: 'id' value { int64_list { value: 7 } } } }"
                                + " feature_lists { feature_list { key: 'w' value {"
                                + " feature { bytes_list { value: 'a' value: 'b' } } feature { bytes_list { value: 'c' } }"
                                + " } } }")
                        .toBytes()));
        assertThat(rows("SELECT id, w, w[1][2], len(w) FROM s")).containsExactly("7|[[a, b], [c]]|b|2");
        assertThat(rows("SELECT column_name, column_type FROM (DESCRIBE s)"))
                .containsExactly("id|BIGINT", "w|VARCHAR[][]");
    }

    @Test
    void examplesOfAListAreStructs() throws IOException {
        ByteArrayOutputStream list = new ByteArrayOutputStream();
        for (String doc : List.of("p", "q")) {
            byte[] example = Example.builder().put("doc", doc).build().toByteArray();
            list.write(0x0a);
            list.write(example.length);
            list.writeBytes(example);
        }
        byte[] context = Example.builder().put("query", "cat").build().toByteArray();
        list.write(0x12);
        list.write(context.length);
        list.writeBytes(context);
        SqlFiles.write(directory.resolve("e"), List.of(Bytes.copyOf(list.toByteArray())));
        assertThat(rows("SELECT query, examples[2].doc, len(examples) FROM e")).containsExactly("cat|q|2");
        assertThat(rows("SELECT unnest(examples, recursive := true) FROM e")).containsExactly("p", "q");
    }

    @Test
    void oneFlowsRecordsHaveTheirTypes() throws IOException {
        Path file = directory.resolve("part-0");
        RecordWriter.write(
                file,
                RecordWriterOptions.defaults().format(RecordFormat.OFRECORD),
                records -> records.write(Example.parseJson(
                                "{\"feature\":{\"i\":{\"int32List\":{\"value\":[5]}},\"d\":{\"doubleList\":{\"value\":[0.5]}}}}",
                                Dialect.ONEFLOW)
                        .toBytes(Dialect.ONEFLOW)));
        assertThat(rows("SELECT i, d, typeof(i), typeof(d) FROM 'part-0'")).containsExactly("5|0.5|INTEGER|DOUBLE");
    }

    @Test
    void specsSetTheColumns() throws IOException {
        SqlFiles.write(
                directory.resolve("x"),
                List.of(
                        Example.builder()
                                .put("a", 1)
                                .put("name", "n")
                                .put("c", 2)
                                .build()
                                .toBytes(),
                        Example.builder().put("a", 1, 2).put("c", 3).build().toBytes()));
        RecordSql withSpecs = sql.features(FeatureSpecs.parse("a:int64*, name:string=none, c:int64"));
        assertThat(SqlFiles.rows(withSpecs, "FROM x")).containsExactlyInAnyOrder("[1]|n|2", "[1, 2]|none|3");
        assertThat(SqlFiles.rows(withSpecs, "SELECT typeof(name), typeof(a) FROM x LIMIT 1"))
                .containsExactly("BLOB|BIGINT[]");
        assertThat(SqlFiles.rows(withSpecs, "SELECT _record, c FROM x ORDER BY c"))
                .containsExactly("0|2", "1|3");
        assertThat(SqlFiles.rows(withSpecs, "SELECT count(*) FROM x")).containsExactly("2");
        assertThatThrownBy(() -> SqlFiles.rows(withSpecs, "SELECT d FROM x"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("\"d\" not found")
                .message()
                .doesNotContain("RecordSql.sample");
    }

    @Test
    void specsForColumnsThatDifferOnlyInCase() throws IOException {
        SqlFiles.write(
                directory.resolve("x"),
                List.of(Example.builder().put("id", 1).put("ID", 2).build().toBytes()));
        assertThat(SqlFiles.rows(sql.features(FeatureSpecs.parse("ID:int64")), "SELECT id FROM x"))
                .containsExactly("2");
    }

    @Test
    void aFeatureTakesPrecedenceOverAPlace() throws IOException {
        SqlFiles.write(
                directory.resolve("x"),
                List.of(Example.builder()
                        .put("_file", "mine")
                        .put("a", 1)
                        .build()
                        .toBytes()));
        assertThat(rows("SELECT _file, _record FROM x")).containsExactly("mine|0");
        assertThat(rows("FROM x")).containsExactly("mine|1");
    }
}
