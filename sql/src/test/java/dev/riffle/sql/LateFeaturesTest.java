package dev.riffle.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.FeatureWarning;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.shard.RecordInput;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries records whose feature {@code late} begins after the sample. */
class LateFeaturesTest {

    private static final int RECORDS = 3000;
    private static final int FIRST = 1500;

    @TempDir
    private Path directory;

    private final List<String> notes = new ArrayList<>();

    private Path file;
    private RecordSql sql;

    @BeforeEach
    void writeRecords() throws IOException {
        List<Bytes> payloads = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            ExampleBuilder example = Example.builder().put("id", i);
            payloads.add((i < FIRST ? example : example.put("late", i)).build().toBytes());
        }
        file = SqlFiles.write(directory.resolve("l.tfrecord"), payloads);
        sql = RecordSql.defaults().tables(SqlTables.in(directory)).threads(2).notes(notes::add);
    }

    private List<String> rows(String statement) throws IOException {
        return SqlFiles.rows(sql, statement);
    }

    private String firstRecord() {
        return file + ": record " + FIRST + " at offset ";
    }

    private static String withoutColumn() {
        return ": feature \"late\" has no column; use a larger sample (--sample all, RecordSql.sample), or set the"
                + " columns (--features, RecordSql.features)";
    }

    @Test
    void reportsNamesInSpecsThatNoRecordHas() throws IOException {
        List<FeatureWarning> warnings = new ArrayList<>();
        RecordSql misspelt =
                sql.features(FeatureSpecs.parse("id:int64, layte:int64*")).warnings(warnings::add);
        assertThat(SqlFiles.rows(misspelt, "SELECT id, layte, _record FROM 'l.tfrecord' WHERE id < 1"))
                .hasSize(1);
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0).message()).matches("none of the first [0-9,]+ records has a feature \"layte\".*");
        assertThat(SqlFiles.rows(misspelt, "SELECT count(*) FROM 'l.tfrecord'")).hasSize(1);
        assertThat(notes).isEmpty();
        assertThat(warnings).hasSize(1);
    }

    @Test
    void aWrittenFileHasAllFeatures() throws IOException {
        Path parquet = directory.resolve("o.parquet");
        for (String statement : List.of(
                "FROM 'l.tfrecord'",
                "SELECT *, _record FROM 'l.tfrecord'",
                "SELECT l FROM 'l.tfrecord' l",
                "SELECT id, late FROM 'l.tfrecord'")) {
            assertThat(sql.writeParquet(statement, parquet)).as(statement).isEqualTo(RECORDS);
            assertThat(rows("SELECT count(*) FROM 'o.parquet' o WHERE CAST(o AS VARCHAR) LIKE '%2999%2999%'"))
                    .as(statement)
                    .containsExactly("1");
            Files.delete(parquet);
        }
        assertThat(notes).isEmpty();
    }

    @Test
    void aWrittenFileOfASampleRejectsOtherFeatures() throws IOException {
        Path parquet = directory.resolve("o.parquet");
        assertThatThrownBy(() -> sql.sample(FIRST).writeParquet("FROM 'l.tfrecord'", parquet))
                .isInstanceOfSatisfying(
                        SqlException.class, e -> assertThat(e.reason()).isEqualTo(SqlException.Reason.VALUES))
                .hasMessageStartingWith(firstRecord())
                .hasMessageEndingWith(withoutColumn());
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
        assertThat(sql.sample(FIRST).writeParquet("SELECT id FROM 'l.tfrecord'", parquet))
                .isEqualTo(RECORDS);
        assertThat(notes).isEmpty();
    }

    @Test
    void completeRowsHaveAllFeatures() throws IOException {
        assertThat(SqlFiles.rows(sql.completeRows(), "FROM 'l.tfrecord' ORDER BY id DESC LIMIT 1"))
                .containsExactly("2999|2999");
        assertThatThrownBy(() -> SqlFiles.rows(sql.completeRows().sample(10), "FROM 'l.tfrecord'"))
                .isInstanceOf(SqlException.class)
                .hasMessageStartingWith(firstRecord())
                .hasMessageEndingWith(withoutColumn());
        FeatureSpecs specs = FeatureSpecs.parse("id: int64 []");
        assertThat(SqlFiles.rows(sql.completeRows().features(specs), "FROM 'l.tfrecord' LIMIT 1"))
                .containsExactly("0");
        assertThat(notes).isEmpty();
    }

    @Test
    void aNoteReportsAFeatureThatRowsLack() throws IOException {
        assertThat(rows("FROM 'l.tfrecord' ORDER BY id DESC LIMIT 1")).containsExactly("2999");
        assertThat(notes).singleElement().asString().startsWith(firstRecord()).endsWith(withoutColumn());
        notes.clear();
        StringBuilder table = new StringBuilder();
        sql.show("SELECT * FROM 'l.tfrecord' ORDER BY id", table, 1);
        assertThat(table).startsWith("    id\n");
        assertThat(notes).hasSize(1);
        notes.clear();
        assertThat(rows("SELECT count(*) FROM (SELECT a.*, b.* FROM 'l.tfrecord' a JOIN 'l.tfrecord' b USING (id))"))
                .containsExactly("3000");
        assertThat(notes).hasSize(1);
        notes.clear();
        assertThat(rows("SELECT count(*) FROM (FROM 'l.tfrecord' UNION ALL FROM './l.tfrecord')"))
                .containsExactly("6000");
        assertThat(notes).hasSize(1);
        notes.clear();
        assertThat(rows("SELECT id FROM 'l.tfrecord' LIMIT 1")).containsExactly("0");
        assertThat(notes).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT count(late) FROM 'l.tfrecord'                                              | 1500
            SELECT min(_record) FROM 'l.tfrecord' l WHERE l.late = 1501                       | 1501
            SELECT count(*) FROM 'l.tfrecord' a JOIN 'l.tfrecord' b ON a.id = b.late          | 1500
            SELECT count(*) FROM 'l.tfrecord' a JOIN 'l.tfrecord' b USING (late)              | 1500
            SELECT count(*) FROM (SELECT 2000 AS late) JOIN 'l.tfrecord' USING (late)         | 1
            SELECT max(COLUMNS('la.e')) FROM 'l.tfrecord'                                     | 2999
            SELECT count(*) FROM 'l.tfrecord' UNPIVOT (v FOR n IN (late))                     | 1500
            SELECT count(*) FROM (SELECT * EXCLUDE (late) FROM 'l.tfrecord') t WHERE t.id < 7 | 7
            """)
    void allRecordsDecideWhetherANamedColumnExists(String statement, String row) throws IOException {
        assertThat(rows(statement)).containsExactly(row);
        assertThat(notes).isEmpty();
    }

    @Test
    void aColumnThatNoRecordHasIsAnError() {
        assertThatThrownBy(() -> rows("SELECT latest FROM 'l.tfrecord'"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("\"latest\" not found")
                .hasMessageContaining("\"late\"");
        assertThatThrownBy(() -> SqlFiles.rows(sql.sample(10), "SELECT late FROM 'l.tfrecord'"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("first 10 records");
    }

    @Test
    void damageBeyondTheSampleDoesNotReplaceTheError() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> rows("SELECT latest FROM 'l.tfrecord'"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("\"latest\" not found")
                .satisfies(
                        e -> assertThat(e.getSuppressed()).singleElement().isInstanceOf(CorruptRecordException.class));
    }

    /** Returns the number of passes over records that a failing statement begins. */
    private int passes(RecordSql failing, String statement) {
        ByteSource records = ByteSource.of(file);
        int[] passes = {0};
        ByteSource counted = new ByteSource() {
            @Override
            public String name() {
                return records.name();
            }

            @Override
            public OptionalLong size() throws IOException {
                return records.size();
            }

            @Override
            public ReadableByteChannel open(long offset) throws IOException {
                passes[0]++;
                return records.open(offset);
            }
        };
        SqlTable table = SqlTable.records(RecordInput.of(List.of(counted)));
        assertThatThrownBy(() -> SqlFiles.rows(failing.tables(name -> table), statement))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("not found");
        return passes[0];
    }

    @Test
    void allRecordsAreReadForAnUnknownColumn() {
        assertThat(passes(sql, "SELECT latest FROM t")).isEqualTo(2);
        assertThat(passes(sql, "SELECT other.id FROM t")).isEqualTo(1);
        assertThat(passes(sql.completeRows(), "SELECT *, latest FROM t")).isEqualTo(1);
    }
}
