package dev.riffle.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordReaderOptions;
import dev.riffle.SkippedRegion;
import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordSqlFailureTest {

    private static final int MANY = 60_000;

    @TempDir
    private Path directory;

    private final BufferAllocator allocator = new RootAllocator();
    private RecordSql sql;

    @BeforeEach
    void setTables() {
        sql = RecordSql.defaults().tables(SqlTables.in(directory)).threads(2).spillDirectory(directory);
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        allocator.close();
        assertThat(SqlFiles.leftovers(directory)).isEmpty();
    }

    private List<String> rows(String statement) throws IOException {
        return SqlFiles.rows(sql, statement);
    }

    /** Writes records that the query parses after DuckDB has delivered the first rows. */
    private void writeMany(Bytes last) throws IOException {
        List<Bytes> payloads = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            payloads.add(Example.builder().put("a", i).build().toBytes());
        }
        payloads.add(last);
        SqlFiles.write(directory.resolve("many"), payloads);
    }

    @Test
    void aRecordThatContradictsTheSampleIsNamed() throws IOException {
        writeMany(Example.builder().put("a", 1, 2).build().toBytes());
        for (String statement : List.of(
                "SELECT a FROM many",
                "SELECT sum(a) FROM many",
                "SELECT max(x.a) FROM many x" + " JOIN many y USING (a)")) {
            assertThatThrownBy(() -> rows(statement))
                    .isInstanceOfSatisfying(
                            SqlException.class, e -> assertThat(e.reason()).isEqualTo(SqlException.Reason.VALUES))
                    .hasMessageStartingWith(directory.resolve("many") + ": record " + MANY + " at offset ")
                    .hasMessageContaining("column \"a\": expected 1 value, found 2 values; use a larger sample")
                    .message()
                    .doesNotContain("\n", "arrow_scan", "CDataJni", "IOException");
        }
        assertThat(SqlFiles.rows(sql.sample(Long.MAX_VALUE), "SELECT len(a) FROM many ORDER BY 1 DESC LIMIT 2"))
                .containsExactly("2", "1");
    }

    @Test
    void damageIsAnErrorOrSkipped() throws IOException {
        Path file = SqlFiles.pets(directory.resolve("x"), 0, 100);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> rows("SELECT count(*) FROM x")).isInstanceOf(CorruptRecordException.class);
        assertThatThrownBy(() -> sql.writeParquet("FROM x", directory.resolve("o.parquet")))
                .isInstanceOf(CorruptRecordException.class);
        assertThat(directory.resolve("o.parquet")).doesNotExist();
        List<SkippedRegion> skipped = new ArrayList<>();
        RecordSql skipping = sql.reading(RecordReaderOptions.defaults().damage(DamagePolicy.skip(skipped::add)));
        assertThat(SqlFiles.rows(skipping, "SELECT count(name) FROM x")).containsExactly("99");
        assertThat(skipped).hasSize(1);
    }

    @Test
    void anErrorOfValuesHasDuckDbsWords() throws IOException {
        SqlFiles.pets(directory.resolve("x"), 0, 10);
        assertThatThrownBy(() -> rows("SELECT CAST(name AS INTEGER) FROM x"))
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.reason()).isEqualTo(SqlException.Reason.VALUES))
                .hasMessageStartingWith("SQL, line 1, column 8: Could not convert string 'pet0' to INT32")
                .hasMessageEndingWith("\n  SELECT CAST(name AS INTEGER) FROM x\n         ^");
        assertThatThrownBy(() -> rows("SELECT error('my words') FROM x")).hasMessage("SQL: my words");
    }

    @Test
    void aLateErrorOfValuesHasDuckDbsWords() throws IOException {
        writeMany(Example.builder().put("a", -1).build().toBytes());
        assertThatThrownBy(() -> rows("SELECT CASE WHEN a < 0 THEN error('too late') ELSE a END FROM many"))
                .isInstanceOf(SqlException.class)
                .hasMessageStartingWith("SQL: too late");
    }

    @Test
    void closingInTheMiddleFreesEverything() throws IOException {
        writeMany(Example.builder().put("a", -1).build().toBytes());
        try (SqlResult result = sql.run("SELECT a FROM many", allocator)) {
            assertThat(result.columns()).containsExactly(new SqlResult.Column("a", "BIGINT"));
            assertThat(result.rows().loadNextBatch()).isTrue();
            assertThat(allocator.getAllocatedMemory()).isPositive();
        }
        assertThat(allocator.getAllocatedMemory()).isZero();
    }

    @Test
    void aCancelledQueryEnds() throws IOException {
        writeMany(Example.builder().put("a", -1).build().toBytes());
        try (SqlResult result = sql.run("SELECT a FROM many, range(1000)", allocator)) {
            ArrowReader rows = result.rows();
            assertThat(rows.loadNextBatch()).isTrue();
            result.cancel();
            assertThatThrownBy(rows::loadNextBatch)
                    .isInstanceOfSatisfying(
                            SqlException.class, e -> assertThat(e.reason()).isEqualTo(SqlException.Reason.CANCELLED))
                    .hasMessage("SQL: query was cancelled");
        }
    }

    @Test
    void anInterruptEndsAQuery() throws IOException {
        SqlFiles.pets(directory.resolve("x"), 0, 10);
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> rows("SELECT sum(label) FROM x")).isInstanceOf(Exception.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void aClosedResultRejectsReads() throws IOException {
        SqlResult result = sql.run("SELECT 1", allocator);
        ArrowReader rows = result.rows();
        result.close();
        result.close();
        result.cancel();
        assertThatThrownBy(rows::loadNextBatch)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("result is closed");
    }

    @Test
    void queriesHaveAMemoryLimit() throws IOException {
        RecordSql small = sql.memoryLimit(20L << 20).threads(1);
        assertThatThrownBy(() -> SqlFiles.rows(small, "SELECT list(range) FROM range(10000000)"))
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.reason()).isEqualTo(SqlException.Reason.RESOURCES))
                .hasMessageStartingWith("SQL: query needs more memory than the limit: ")
                .message()
                .doesNotContain("SET ");
        sql.writeParquet("SELECT repeat('a', 1000) || range AS a FROM range(50000)", directory.resolve("x.parquet"));
        assertThatThrownBy(() -> SqlFiles.rows(small, "SELECT list(a) FROM 'x.parquet'"))
                .hasMessageStartingWith("SQL: query over x.parquet needs more memory than the limit: ");
        assertThat(SqlFiles.rows(small, "SELECT count(*) FROM (SELECT DISTINCT hash(range) FROM range(400000))"))
                .containsExactly("400000");
    }

    @Test
    void parquetAppearsOnlyComplete() throws IOException {
        writeMany(Example.builder().put("a", "text").build().toBytes());
        Path file = directory.resolve("o.parquet");
        assertThatThrownBy(() -> sql.writeParquet("SELECT a FROM many", file)).isInstanceOf(SqlException.class);
        try (var files = Files.list(directory)) {
            assertThat(files.map(found -> found.getFileName().toString())).containsExactly("many");
        }
        assertThat(sql.writeParquet("SELECT a FROM many LIMIT 5", file)).isEqualTo(5);
        assertThatThrownBy(() -> sql.writeParquet("SELECT 1", file)).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> sql.writeParquet("SELECT 1", directory.resolve("no/o.parquet")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("create it first");
    }

    @Test
    void otherFilesThatAreNotReadableAreNamed() throws IOException {
        Files.writeString(directory.resolve("bad.parquet"), "PAR1 and nothing else");
        Files.writeString(directory.resolve("bad.json"), "{\"a\":");
        Files.writeString(directory.resolve("a.csv"), "a\n1\n");
        SqlFiles.pets(directory.resolve("b.csv"), 0, 3);
        assertThatThrownBy(() -> rows("FROM 'bad.parquet'"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("bad.parquet: DuckDB cannot read this Parquet file: ");
        assertThatThrownBy(() -> rows("FROM 'bad.json'"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("bad.json: DuckDB cannot read this JSON file: Malformed JSON");
        assertThatThrownBy(() -> rows("FROM '?.csv'"))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("a table needs files of one kind");
        assertThat(rows("SELECT count(*) FROM 'b.csv'")).containsExactly("3");
    }

    @Test
    void columnsThatDifferOnlyInCaseNeedSpecs() throws IOException {
        SqlFiles.write(
                directory.resolve("x"),
                List.of(Example.builder()
                        .put("id", 1)
                        .put("ID", 2)
                        .put("b", 3)
                        .build()
                        .toBytes()));
        assertThat(rows("SELECT b FROM x")).containsExactly("3");
        for (String statement : List.of("SELECT id FROM x", "FROM x")) {
            assertThatThrownBy(() -> rows(statement))
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("\"ID\" and \"id\" differ only in case");
        }
    }

    @Test
    void namesOfFilesThatDifferOnlyInCaseAreAnError() throws IOException {
        SqlFiles.pets(directory.resolve("x"), 0, 1);
        SqlFiles.pets(directory.resolve("X"), 0, 2);
        assertThatThrownBy(() -> rows("SELECT * FROM x JOIN X USING (label)"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("differ only in case");
        assertThat(rows("SELECT count(*) FROM x JOIN './X' USING (label)")).containsExactly("1");
    }

    @Test
    void recordsWithoutFeaturesHaveRows() throws IOException {
        SqlFiles.write(
                directory.resolve("x"),
                List.of(Example.empty().toBytes(), Example.empty().toBytes()));
        SqlFiles.write(directory.resolve("none.tfrecord"), List.of());
        assertThat(rows("SELECT count(*) FROM x")).containsExactly("2");
        assertThat(rows("SELECT _record FROM x ORDER BY 1 DESC")).containsExactly("1", "0");
        assertThat(rows("SELECT count(*) FROM 'none.tfrecord'")).containsExactly("0");
        assertThatThrownBy(() -> rows("FROM x"))
                .isInstanceOf(SqlException.class)
                .hasMessageStartingWith("x: expected a feature with a kind, found none in 2 records");
    }

    @Test
    void everyLimitIsPositiveOrChosen() {
        Map<String, LongFunction<Object>> limits = Map.of(
                "threads",
                n -> sql.threads((int) n),
                "rows",
                n -> ParquetOptions.defaults().rowGroup((int) n),
                "bytes",
                sql::memoryLimit,
                "bytes of a file",
                ParquetReadOptions.defaults()::memoryLimit);
        limits.forEach((name, limit) -> {
            for (long wrong : new long[] {0, -2}) {
                assertThatThrownBy(() -> limit.apply(wrong))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage(name.split(" ")[0] + " must be positive, or -1 (Riffle chooses): " + wrong);
            }
            assertThat(limit.apply(-1)).isNotNull();
        });
        assertThat(ParquetOptions.defaults().rowGroup(7).rowGroup(-1).rowGroup())
                .isEmpty();
        assertThat(ParquetReadOptions.defaults().memoryLimit(7).memoryLimit(-1).memoryBytes())
                .isEmpty();
        assertThatThrownBy(() -> sql.sample(-1)).hasMessage("records must be positive: -1");
    }
}
