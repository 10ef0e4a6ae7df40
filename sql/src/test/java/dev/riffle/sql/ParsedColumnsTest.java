package dev.riffle.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The second record contradicts the column {@code broken}. So all queries that parse this column fail. */
class ParsedColumnsTest {

    private static final RecordSource SOURCE = RecordSource.sampled().sample(1);

    @TempDir
    private static Path directory;

    private static BufferAllocator allocator;
    private static DuckSession session;

    @BeforeAll
    static void writeFiles() throws IOException {
        SqlFiles.write(
                directory.resolve("x"),
                List.of(
                        Example.builder()
                                .put("a", 1)
                                .put("b", "u")
                                .put("broken", 1)
                                .build()
                                .toBytes(),
                        Example.builder()
                                .put("a", 2)
                                .put("b", "v")
                                .put("broken", 1, 2)
                                .build()
                                .toBytes()));
        allocator = new RootAllocator();
        session = DuckSession.open(
                new SessionOptions(1, OptionalLong.empty(), directory, SessionOptions.Results.COLLECTED), allocator);
    }

    @AfterAll
    static void close() throws IOException {
        session.close();
        allocator.close();
    }

    /** Returns the columns that the query parses. */
    private static List<String> columns(String statement) throws IOException {
        return QueryPlan.of(statement, session, SqlTables.in(directory), SOURCE)
                .records()
                .get(0)
                .schema()
                .getFields()
                .stream()
                .map(Field::getName)
                .toList();
    }

    @Test
    void anUnparsedColumnCannotFail() throws IOException {
        RecordSql sql =
                RecordSql.defaults().tables(SqlTables.in(directory)).threads(1).sample(1);
        assertThat(SqlFiles.rows(sql, "SELECT sum(a), count(*) FROM x")).containsExactly("3|2");
        assertThat(SqlFiles.rows(sql, "SELECT count(*) FROM x")).containsExactly("2");
        assertThatThrownBy(() -> SqlFiles.rows(sql, "FROM x"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("column \"broken\": expected 1 value, found 2 values");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM x",
                "SELECT count() FROM x",
                "SELECT 1 FROM x",
                "SELECT a FROM x",
                "SELECT A, B FROM x ORDER BY ALL",
                "SELECT a, count(*) FROM x GROUP BY ALL",
                "SELECT x.a FROM x",
                "SELECT t.a FROM x t WHERE t.b = 'u'",
                "SELECT * FROM (SELECT a, b FROM x)",
                "WITH t AS (SELECT a FROM x) SELECT t.* FROM t",
                "WITH t AS (SELECT a FROM x) FROM t NATURAL JOIN t u",
                "SELECT count(*) FROM (SELECT a FROM x UNION ALL SELECT a FROM x)",
                "SUMMARIZE SELECT a FROM x",
                "DESCRIBE SELECT a FROM x",
                "SELECT _record, _file FROM x",
                "SELECT b.a FROM x b",
                "SELECT sum(a) OVER (PARTITION BY b ORDER BY _offset) FROM x",
                "SELECT [i + a for i in [1, 2]] FROM x",
                "SELECT p.a, s.q FROM x p JOIN (SELECT b, 1 AS q FROM x) s ON p.b = s.b",
            })
    void parsesOnlyTheNamedColumns(String statement) throws IOException {
        assertThat(columns(statement)).isNotEmpty().doesNotContain("broken");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FROM x",
                "SELECT * FROM x",
                "SELECT x.* FROM x",
                "SELECT t.* FROM x t",
                "SELECT X FROM x",
                "SELECT t FROM x t",
                "SELECT max(t) FROM x AS t",
                "SELECT COLUMNS('bro.*') FROM x",
                "SELECT sum(COLUMNS(lambda c: c LIKE 'bro%')) FROM x",
                "SELECT * EXCLUDE (a) FROM x",
                "SELECT BROKEN FROM x",
                "SELECT \"broken\" FROM x",
                "SELECT a FROM x WHERE x.broken = 1",
                "SELECT a FROM x ORDER BY broken",
                "SELECT a FROM x GROUP BY a HAVING min(broken) = 1",
                "SELECT a FROM x QUALIFY row_number() OVER (ORDER BY broken) = 1",
                "SELECT a FROM x JOIN (SELECT 1 AS broken) USING (broken)",
                "SELECT a FROM x NATURAL JOIN (SELECT 1::BIGINT AS broken)",
                "SELECT #2 FROM x",
                "SELECT r FROM x t(p, q, r)",
                "SUMMARIZE x",
                "SELECT count(t.*) FROM x t",
                "SELECT s FROM range(1), LATERAL (SELECT broken AS s FROM x)",
                "SELECT (SELECT t.broken) FROM x t",
                "FROM (PIVOT x ON a IN (1) USING count(*))",
                "FROM (UNPIVOT x ON a, broken)",
                "FROM x SELECT struct_pack(s := broken)",
                "WITH t AS (FROM x) SELECT broken FROM t",
                "SELECT a FROM x UNION BY NAME SELECT broken FROM x",
                "SELECT broken.to_json() FROM x",
                "SELECT t.broken.to_json().upper() FROM x t",
                "SELECT x.to_json() FROM x",
            })
    void parsesAllColumnsThatTheStatementNeeds(String statement) throws IOException {
        assertThat(columns(statement)).contains("broken");
    }
}
