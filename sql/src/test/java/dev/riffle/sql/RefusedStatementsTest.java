package dev.riffle.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefusedStatementsTest {

    @TempDir
    private Path directory;

    private static final RecordSource SOURCE = RecordSource.sampled().sample(10);

    private static BufferAllocator allocator;
    private static DuckSession session;

    private RecordSql sql;

    @BeforeAll
    static void open() throws IOException {
        allocator = new RootAllocator();
        session = DuckSession.open(
                new SessionOptions(
                        1,
                        OptionalLong.empty(),
                        Path.of(System.getProperty("java.io.tmpdir")),
                        SessionOptions.Results.COLLECTED),
                allocator);
    }

    @AfterAll
    static void close() throws IOException {
        session.close();
        allocator.close();
    }

    @BeforeEach
    void writeFiles() throws IOException {
        SqlFiles.pets(directory.resolve("x"), 0, 3);
        Files.writeString(directory.resolve("secret.txt"), "secret\n");
        sql = RecordSql.defaults().tables(SqlTables.in(directory)).threads(1).spillDirectory(directory);
    }

    @AfterEach
    void nothingIsWritten() throws IOException {
        try (var files = Files.list(directory)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder("x", "secret.txt");
        }
    }

    /** DIR stands for the directory of the test. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " \n -- nothing\n ;",
                "SELECT 1; SELECT 2",
                "SELECT 1; COPY (SELECT 1) TO 'DIR/o.csv'",
                "SELECT 1 /* ; */ ; -- \n COPY (SELECT 1) TO 'DIR/o.csv'",
                "COPY (SELECT 1) TO 'DIR/o.csv'",
                "COPY x TO 'DIR/o.parquet' (FORMAT parquet)",
                "COPY x FROM 'DIR/secret.txt'",
                "EXPORT DATABASE 'DIR/o'",
                "IMPORT DATABASE 'DIR/o'",
                "ATTACH 'DIR/o.db'",
                "DETACH memory",
                "USE memory",
                "INSTALL httpfs",
                "LOAD httpfs",
                "FORCE INSTALL 'DIR/x'",
                "UPDATE EXTENSIONS",
                "SET threads = 3",
                "SET VARIABLE a = 1",
                "RESET threads",
                "PRAGMA threads = 3",
                "PRAGMA database_list",
                "CREATE TABLE t AS SELECT 1",
                "CREATE OR REPLACE VIEW v AS SELECT 1",
                "CREATE MACRO m() AS 1",
                "CREATE SECRET s (TYPE s3)",
                "CREATE TYPE t AS ENUM ('a')",
                "INSERT INTO x VALUES (1)",
                "UPDATE x SET label = 1",
                "DELETE FROM x",
                "TRUNCATE x",
                "MERGE INTO x USING x y ON true WHEN MATCHED THEN DELETE",
                "ALTER TABLE x RENAME TO y",
                "DROP TABLE x",
                "COMMENT ON TABLE x IS 'a'",
                "CALL pragma_version()",
                "CALL force_checkpoint()",
                "CHECKPOINT",
                "VACUUM",
                "ANALYZE",
                "BEGIN",
                "COMMIT",
                "PREPARE p AS SELECT 1",
                "EXECUTE p",
                "DEALLOCATE p",
                "EXPLAIN SELECT 1",
                "EXPLAIN ANALYZE SELECT 1",
                "SHOW TABLES",
                "SHOW ALL TABLES",
                "SHOW x",
                "DESCRIBE",
                "PIVOT x ON label USING count(*)",
                "WITH t AS (INSERT INTO x VALUES (1) RETURNING 1) SELECT * FROM t",
                "WITH t AS MATERIALIZED (DELETE FROM x RETURNING 1) SELECT * FROM t",
                "WITH t AS (UPDATE x SET label = 1 RETURNING 1) SELECT 1",
                "SELECT $1",
                "SELECT ?",
                "SELECT $name",
                "FROM read_text('DIR/secret.txt')",
                "FROM read_blob('DIR/secret.txt')",
                "SELECT * FROM (SELECT content FROM read_blob('DIR/secret.txt'))",
                "SELECT (SELECT content FROM Read_Text('DIR/secret.txt'))",
                "SELECT 1 WHERE EXISTS (FROM \"read_text\"('DIR/secret.txt'))",
                "SELECT 1 ORDER BY (SELECT count(*) FROM glob('DIR/*'))",
                "SELECT 1 LIMIT (SELECT count(*) FROM glob('DIR/*'))",
                "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n FROM r, glob('DIR/*')) FROM r",
                "FROM main.read_text('DIR/secret.txt')",
                "FROM system.main.read_text('DIR/secret.txt')",
                "FROM read_duckdb('DIR/x')",
                "FROM glob('DIR/*')",
                "FROM sniff_csv('DIR/secret.txt')",
                "FROM read_csv('DIR/' || 'secret.txt')",
                "FROM read_csv((SELECT 'DIR/secret.txt'))",
                "FROM read_csv(getvariable('a'))",
                "FROM read_csv(files := ['DIR/secret.txt'])",
                "FROM read_csv()",
                "FROM read_csv([])",
                "FROM read_csv(['a', 1])",
                "FROM query('FROM glob(''DIR/*'')')",
                "FROM query_table('x')",
                "FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
                "SELECT json_serialize_plan('SELECT 1')",
                "SELECT getenv('HOME')",
                "SELECT GETENV('HOME')",
                "SELECT current_setting('temp_directory')",
                "SELECT nextval('s')",
                "SELECT write_log('a')",
                "FROM duckdb_settings()",
                "FROM duckdb_secrets()",
                "FROM duckdb_functions()",
                "FROM pragma_version()",
                "FROM pragma_table_info('x')",
                "FROM pragma_show('x')",
                "FROM enable_logging()",
                "FROM checkpoint()",
                "FROM which_secret('s3://a', 's3')",
                "FROM arrow_scan(1, 2, 3)",
                "FROM arrow_scan_dumb(1, 2, 3)",
                "FROM seq_scan('x')",
                "FROM histogram('x', label)",
                "FROM test_all_types()",
                "FROM information_schema.tables",
                "FROM main.x",
                "FROM memory.main.x",
                "SELECT 1 FROM x AT (VERSION => 3)",
                "SELECT label FROM x WHERE",
                "SELEC label FROM x",
                "SELECT 'a FROM x",
                "\u202eSELECT 1",
                "SELECT 1\u0000; COPY (SELECT 1) TO 'DIR/o.csv'",
                "ＳＥＬＥＣＴ 1",
            })
    void rejectsEverythingThatIsNotAQuery(String statement) {
        String inDirectory = statement.replace("DIR", directory.toString());
        assertThatThrownBy(() -> QueryPlan.of(inDirectory, session, SqlTables.in(directory), SOURCE))
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.reason()).isEqualTo(SqlException.Reason.STATEMENT))
                .hasMessageStartingWith("SQL")
                .message()
                .doesNotContain("dev.riffle", "java.", "exception_type", "CREATE TEMP");
    }

    @Test
    void aRejectedStatementHasNoEffect() {
        for (String statement : List.of(
                "COPY (SELECT 1) TO '" + directory + "/o.csv'",
                "SELECT 1; ATTACH '" + directory + "/o.db'",
                "FROM read_text('" + directory + "/secret.txt')")) {
            assertThatThrownBy(() -> SqlFiles.rows(sql, statement))
                    .as(statement)
                    .isInstanceOf(SqlException.class);
        }
    }

    @Test
    void aPivotNeedsItsValues() throws IOException {
        assertThatThrownBy(() -> SqlFiles.rows(sql, "pivot x ON label USING count(*)"))
                .isInstanceOf(SqlException.class)
                .hasMessageEndingWith("PIVOT needs a list of values, as in PIVOT t ON a IN (1, 2)");
        assertThat(SqlFiles.rows(sql, "SELECT \"1\" FROM (PIVOT x ON label IN (0, 1) USING count(*))"))
                .hasSize(3);
    }

    @Test
    void otherFilesAreNotTables() {
        for (String name : List.of("secret.txt", "/etc/passwd", "nothing.csv", "https://example.com/x.csv", "")) {
            assertThatThrownBy(() -> SqlFiles.rows(sql, "FROM '" + name + "'"))
                    .as(name)
                    .isInstanceOfAny(IOException.class, SqlException.class);
        }
    }

    @Test
    void functionsReadOnlyTheFilesInTheStatement() throws IOException {
        assertThat(SqlFiles.rows(sql, "FROM read_csv('secret.txt', header = false)"))
                .containsExactly("secret");
        assertThatThrownBy(() -> SqlFiles.rows(sql, "FROM read_csv('nothing*.csv')"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nothing*.csv");
    }

    @Test
    void deepNestingIsAnErrorAndNotACrash() throws IOException {
        for (String statement : List.of(
                "SELECT " + "(".repeat(100_000) + "1" + ")".repeat(100_000),
                "SELECT * FROM " + "(SELECT * FROM ".repeat(20_000) + "x" + ")".repeat(20_000),
                "SELECT " + "1 + ".repeat(5000) + "1",
                "SELECT 1 FROM x" + ", x".repeat(2000),
                "SELECT 1 FROM x" + ", x".repeat(20_000),
                "DESCRIBE ".repeat(20_000) + "SELECT 1",
                "SELECT 1" + " + 1".repeat(450),
                "SELECT " + "NOT ".repeat(5000) + "true",
                "SELECT '" + "a".repeat(2 << 20) + "'")) {
            assertThatThrownBy(() -> SqlFiles.rows(sql, statement))
                    .isInstanceOf(SqlException.class)
                    .message()
                    .containsAnyOf("nested too deeply", "too long")
                    .hasSizeLessThan(200);
        }
        assertThat(SqlFiles.rows(sql, "SELECT 1" + " + 1".repeat(300))).containsExactly("301");
    }

    @Test
    void aLongListIsAQueryAndNotTheNameOfAColumn() throws IOException {
        String list = "4 IN (4" + ", 1".repeat(20_000) + ")";
        assertThat(SqlFiles.rows(sql, "SELECT " + list + " AS found")).containsExactly("true");
        assertThatThrownBy(() -> SqlFiles.rows(sql, "SELECT 1, " + list))
                .isInstanceOf(SqlException.class)
                .hasMessageStartingWith("SQL: column 2 has a name of ")
                .hasMessageEndingWith(" bytes, expected at most 32766; write AS and a shorter name");
    }
}
