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
import org.apache.arrow.vector.BigIntVector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuckSessionTest {

    @TempDir
    private Path directory;

    private final BufferAllocator allocator = new RootAllocator();

    /** Fails if a session has kept memory or files. */
    @AfterEach
    void nothingIsLeft() throws IOException {
        allocator.close();
        try (var entries = Files.list(directory)) {
            assertThat(entries.map(entry -> entry.getFileName().toString())
                            .filter(name -> name.startsWith("riffle-sql")))
                    .isEmpty();
        }
    }

    private DuckSession open(SessionOptions.Results results) throws IOException {
        return DuckSession.open(new SessionOptions(2, OptionalLong.of(500L << 20), directory, results), allocator);
    }

    @Test
    void aRegisteredReaderIsATable() throws IOException {
        try (DuckSession session = open(SessionOptions.Results.STREAMED)) {
            session.register("train@10", new NumbersReader(session.allocator(), 3, -1));
            session.lock(List.of());
            try (DuckRows rows = session.rows("SELECT sum(number)::BIGINT AS s, count(text) FROM 'train@10'")) {
                assertThat(rows.columns())
                        .containsExactly(
                                new SqlResult.Column("s", "BIGINT"), new SqlResult.Column("count(\"text\")", "BIGINT"));
                assertThat(rows.reader().loadNextBatch()).isTrue();
                BigIntVector sum =
                        (BigIntVector) rows.reader().getVectorSchemaRoot().getVector(0);
                assertThat(sum.get(0)).isEqualTo(2999L * 3000 / 2);
            }
        }
    }

    @Test
    void aLimitEndsTheReadEarly() throws IOException {
        try (DuckSession session = open(SessionOptions.Results.STREAMED)) {
            NumbersReader numbers = new NumbersReader(session.allocator(), 5000, -1);
            session.register("x", numbers);
            session.lock(List.of());
            try (DuckRows rows = session.rows("SELECT number FROM x LIMIT 5")) {
                assertThat(rows.reader().loadNextBatch()).isTrue();
                assertThat(rows.reader().getVectorSchemaRoot().getRowCount()).isEqualTo(5);
                assertThat(rows.reader().loadNextBatch()).isFalse();
            }
            assertThat(numbers.loaded()).isLessThan(100);
            assertThat(numbers.isClosed()).isTrue();
        }
    }

    @Test
    void theFailureOfAReaderIsTheFailureOfTheQuery() throws IOException {
        for (SessionOptions.Results results : SessionOptions.Results.values()) {
            try (DuckSession session = open(results)) {
                session.register("x", new NumbersReader(session.allocator(), 5, 2));
                session.lock(List.of());
                assertThatThrownBy(() -> session.rows("SELECT sum(number) FROM x"))
                        .isInstanceOf(IOException.class)
                        .hasMessage("numbers: batch 2 is missing");
            }
        }
    }

    @Test
    void aLateFailureOfAReaderIsTheFailureOfTheRows() throws IOException {
        try (DuckSession session = open(SessionOptions.Results.STREAMED)) {
            session.register("x", new NumbersReader(session.allocator(), 3000, 2000));
            session.lock(List.of());
            try (DuckRows rows = session.rows("SELECT number, text FROM x")) {
                assertThatThrownBy(() -> {
                            while (rows.reader().loadNextBatch()) {
                                assertThat(rows.reader().getVectorSchemaRoot().getRowCount())
                                        .isPositive();
                            }
                        })
                        .satisfies(thrown -> assertThatThrownBy(() -> {
                                    throw rows.failure((Exception) thrown);
                                })
                                .hasMessage("numbers: batch 2000 is missing"));
            }
        }
    }

    @Test
    void aSecondScanOfAStreamIsAnError() throws IOException {
        for (String query : List.of(
                "SELECT count(*) FROM x a JOIN x b USING (number)",
                "FROM x UNION ALL FROM x",
                "SELECT (SELECT max(number) FROM x), (SELECT count(*) FROM x)",
                "WITH RECURSIVE r AS (SELECT 0::BIGINT AS n UNION SELECT number FROM x JOIN r ON number = n + 1) FROM r")) {
            try (DuckSession session = open(SessionOptions.Results.COLLECTED)) {
                session.register("x", new NumbersReader(session.allocator(), 2, -1));
                session.lock(List.of());
                assertThatThrownBy(() -> session.rows(query))
                        .satisfies(thrown -> assertThat(DuckFailure.of(thrown).isSecondScan())
                                .as(query)
                                .isTrue());
            }
        }
    }

    @Test
    void copiesRowsToAnAllowedFile() throws IOException {
        Path file = directory.resolve("it's.parquet");
        try (DuckSession session = open(SessionOptions.Results.COLLECTED)) {
            session.register("x", new NumbersReader(session.allocator(), 3, -1));
            session.lock(List.of(file));
            assertThat(session.copyToParquet("FROM x -- all", file, "COMPRESSION zstd"))
                    .isEqualTo(3000);
        }
        assertThat(Files.readAllBytes(file)).startsWith("PAR1".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }

    @Test
    void lockedSessionsOpenNoOtherFiles() throws IOException {
        Path other = Files.writeString(directory.resolve("other.csv"), "a\n1\n");
        try (DuckSession session = open(SessionOptions.Results.COLLECTED)) {
            session.lock(List.of(directory.resolve("x.csv")));
            for (String statement : List.of(
                    "SELECT * FROM read_csv('" + other + "')",
                    "SELECT * FROM read_blob('" + other + "')",
                    "SELECT * FROM glob('" + directory + "/*')",
                    "COPY (SELECT 1) TO '" + directory + "/y.parquet' (FORMAT parquet)",
                    "ATTACH '" + directory + "/y.db'",
                    "SET threads=3",
                    "SET enable_external_access=true",
                    "SET allowed_paths=['" + other + "']",
                    "LOAD httpfs")) {
                assertThatThrownBy(() -> session.execute(statement)).isInstanceOf(SqlException.class);
            }
            assertThat(directory.resolve("y.parquet")).doesNotExist();
        }
    }

    @Test
    void largeResultsSpillToTheDirectory() throws IOException {
        SessionOptions options =
                new SessionOptions(1, OptionalLong.of(20L << 20), directory, SessionOptions.Results.STREAMED);
        try (DuckSession session = DuckSession.open(options, allocator)) {
            session.lock(List.of());
            session.execute("CREATE TEMP TABLE t AS SELECT range AS a, hash(range) AS b, hash(range + 1) AS c"
                    + " FROM range(3000000)");
            try (DuckRows rows = session.rows("SELECT count(*), sum(a) FROM t")) {
                assertThat(rows.reader().loadNextBatch()).isTrue();
            }
            try (var files = Files.walk(directory)) {
                assertThat(files.anyMatch(file -> file.getFileName().toString().endsWith(".tmp")))
                        .isTrue();
            }
        }
    }

    @Test
    void aQueryBeyondTheMemoryLimitFails() throws IOException {
        SessionOptions options =
                new SessionOptions(1, OptionalLong.of(20L << 20), directory, SessionOptions.Results.COLLECTED);
        try (DuckSession session = DuckSession.open(options, allocator)) {
            session.lock(List.of());
            assertThatThrownBy(() -> session.rows("SELECT list(range) FROM range(10000000)"))
                    .isInstanceOfSatisfying(
                            SqlException.class, e -> assertThat(e.reason()).isEqualTo(SqlException.Reason.RESOURCES))
                    .hasMessageContaining("raise the memory limit");
        }
    }
}
