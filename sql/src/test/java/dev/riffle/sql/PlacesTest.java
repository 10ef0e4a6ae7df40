package dev.riffle.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The columns of queries over two files with the features {@code label}, {@code legs} and {@code name}. */
class PlacesTest {

    private static final RecordSource SOURCE = RecordSource.sampled().sample(10);

    @TempDir
    private static Path directory;

    private static BufferAllocator allocator;
    private static SessionOptions options;
    private static DuckSession parser;

    @BeforeAll
    static void writeFiles() throws IOException {
        SqlFiles.pets(directory.resolve("x"), 0, 3);
        SqlFiles.pets(directory.resolve("y"), 1, 3);
        allocator = new RootAllocator();
        options = new SessionOptions(1, OptionalLong.empty(), directory, SessionOptions.Results.COLLECTED);
        parser = DuckSession.open(options, allocator);
    }

    @AfterAll
    static void close() throws IOException {
        parser.close();
        allocator.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "FROM x WHERE _record = 1; label legs name",
                "SELECT *, _record FROM x; label legs name _record",
                "SELECT * EXCLUDE (_record, legs) FROM x; label name",
                "SELECT * EXCLUDE (x._record, x.legs) FROM x; label name",
                "SELECT * REPLACE (_record AS label) FROM x; label legs name",
                "SELECT * RENAME (_Record AS number) FROM x; label legs name number",
                "SELECT COLUMNS(lambda c: c LIKE '%e%') FROM x WHERE _record = 1; label legs name",
                "SELECT * FROM x SEMI JOIN y ON x._record = y._record; label legs name",
                "SELECT * FROM x ANTI JOIN y USING (_record); label legs name",
                "WITH x AS (SELECT label, _record FROM x) FROM x; label _record",
                "WITH X AS (SELECT label, _record FROM x) SELECT x.* FROM x; label _record",
                "WITH t AS (SELECT * FROM x WHERE _record = 1) FROM t; label legs name",
                "WITH y AS (SELECT _record FROM x), x AS (SELECT *, 1 AS one FROM y) FROM x; _record one",
                "SELECT * FROM (WITH x AS (SELECT 2 AS _record) FROM x), (SELECT _file FROM x); _record _file",
            })
    void starsLeaveOutPlacesOfFilesOnly(String statement, String columns) throws IOException {
        QueryPlan plan = QueryPlan.of(statement, parser, SqlTables.in(directory), SOURCE);
        try (DuckSession session = DuckSession.open(options, allocator)) {
            plan.install(session, 1);
            try (DuckRows rows = session.rows(plan.text())) {
                assertThat(rows.columns().stream().map(SqlResult.Column::name)).containsExactly(columns.split(" "));
            }
        }
    }
}
