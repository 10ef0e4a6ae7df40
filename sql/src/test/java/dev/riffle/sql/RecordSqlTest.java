package dev.riffle.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordSqlTest {

    @TempDir
    private Path directory;

    private RecordSql sql;

    @BeforeEach
    void writeFiles() throws IOException {
        for (int shard = 0; shard < 2; shard++) {
            SqlFiles.pets(directory.resolve("train-0000" + shard + "-of-00002"), shard * 10, 10);
        }
        SqlFiles.pets(directory.resolve("Pets.tfrecord"), 0, 4);
        Files.writeString(directory.resolve("labels.csv"), "label,title\n0,none\n1,cat\n2,dog\n");
        Files.writeString(directory.resolve("labels.jsonl"), "{\"label\":1,\"title\":\"chat\"}\n");
        sql = RecordSql.defaults().tables(SqlTables.in(directory)).threads(2).spillDirectory(directory);
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        assertThat(SqlFiles.leftovers(directory)).isEmpty();
    }

    private List<String> rows(String statement) throws IOException {
        return SqlFiles.rows(sql, statement);
    }

    @Test
    void aSetIsATable() throws IOException {
        assertThat(rows("SELECT label, count(*) FROM 'train@2' WHERE label > 2 GROUP BY label ORDER BY label"))
                .containsExactly("3|4", "4|4");
    }

    @Test
    void patternsDirectoriesAndFilesAreTables() throws IOException {
        assertThat(rows("SELECT count(*) FROM 'train-*'")).containsExactly("20");
        assertThat(rows("SELECT count(*) FROM \"Pets.tfrecord\"")).containsExactly("4");
        assertThat(rows("SELECT count(*) FROM '" + directory + "/train@*'")).containsExactly("20");
    }

    @Test
    void namesOfColumnsIgnoreCase() throws IOException {
        assertThat(rows("SELECT LABEL, \"Name\" FROM 'Pets.tfrecord' ORDER BY 1 DESC LIMIT 1"))
                .containsExactly("3|pet3");
    }

    @Test
    void aStarHasAllFeatures() throws IOException {
        assertThat(rows("FROM 'Pets.tfrecord' LIMIT 2")).containsExactly("0|[0.0, 0.5]|pet0", "1|[1.0, 1.5]|pet1");
        assertThat(rows("SELECT p.* EXCLUDE (legs) FROM 'Pets.tfrecord' p LIMIT 1"))
                .containsExactly("0|pet0");
        assertThat(rows("DESCRIBE 'Pets.tfrecord'"))
                .containsExactly(
                        "label|BIGINT|YES|NULL|NULL|NULL",
                        "legs|FLOAT[]|YES|NULL|NULL|NULL",
                        "name|VARCHAR|YES|NULL|NULL|NULL");
    }

    @Test
    void placesExistIfTheStatementNamesThem() throws IOException {
        assertThat(rows("SELECT _record, name FROM 'train@2' WHERE _record = 3 ORDER BY name"))
                .containsExactly("3|pet13", "3|pet3");
        assertThat(rows("SELECT *, _record, parse_filename(_file) FROM 'Pets.tfrecord' WHERE _offset > 100 LIMIT 1"))
                .allMatch(row -> row.matches("\\d\\|\\[.*]\\|pet\\d\\|\\d\\|Pets.tfrecord"));
        assertThat(rows("FROM 'Pets.tfrecord' WHERE _record = 1")).containsExactly("1|[1.0, 1.5]|pet1");
        assertThat(rows("SELECT p.*, q._record FROM 'Pets.tfrecord' p JOIN 'train@2' q ON p.name = q.name"
                        + " ORDER BY 1 DESC LIMIT 1"))
                .containsExactly("3|[3.0, 3.5]|pet3|3");
        assertThat(rows("SELECT _file IS NOT NULL, _offset FROM 'Pets.tfrecord' LIMIT 1"))
                .containsExactly("true|0");
    }

    @Test
    void recordsJoinOtherFiles() throws IOException {
        assertThat(rows("SELECT title, count(*) FROM 'train@2' JOIN 'labels.csv' USING (label) GROUP BY title"
                        + " ORDER BY title"))
                .containsExactly("cat|4", "dog|4", "none|4");
        assertThat(rows("SELECT title FROM 'Pets.tfrecord' JOIN 'labels.jsonl' USING (label)"))
                .containsExactly("chat");
        assertThat(rows("SELECT name FROM 'Pets.tfrecord' WHERE label IN"
                        + " (SELECT label FROM read_csv('labels.csv', header = true) WHERE title = 'dog')"))
                .containsExactly("pet2");
        assertThat(sql.writeParquet("SELECT label, name FROM 'train@2'", directory.resolve("names.parquet")))
                .isEqualTo(20);
        assertThat(rows("SELECT count(*) FROM 'names.parquet' a JOIN 'train@2' b ON a.name = b.name"))
                .containsExactly("20");
        assertThat(rows("SELECT sum(label) FROM read_parquet(['names.*'])")).containsExactly("40");
    }

    @Test
    void aNameCanOccurSeveralTimes() throws IOException {
        assertThat(rows("SELECT a.name, b.name FROM 'Pets.tfrecord' a JOIN 'Pets.tfrecord' b"
                        + " ON a.label = b.label + 3"))
                .containsExactly("pet3|pet0");
        assertThat(rows("SELECT count(*) FROM (FROM 'train@2' UNION ALL FROM 'train@2')"))
                .containsExactly("40");
        assertThat(rows("SELECT (SELECT count(*) FROM 'train@2'), (SELECT max(name) FROM 'train@2')"))
                .containsExactly("20|pet9");
        assertThat(rows("WITH t AS NOT MATERIALIZED (FROM 'train@2') SELECT (SELECT count(*) FROM t),"
                        + " (SELECT min(name) FROM t)"))
                .containsExactly("20|pet0");
        assertThat(rows("WITH RECURSIVE r AS (SELECT 0::BIGINT AS n UNION SELECT label FROM 'train@2' JOIN r"
                        + " ON label = n + 1) SELECT max(n), count(*) FROM r"))
                .containsExactly("4|5");
        assertThat(rows("SELECT name, (SELECT count(*) FROM 'train@2' t WHERE t.label = p.label)"
                        + " FROM 'Pets.tfrecord' p ORDER BY name"))
                .containsExactly("pet0|4", "pet1|4", "pet2|4", "pet3|4");
    }

    @Test
    void commonTableExpressionsHideFiles() throws IOException {
        assertThat(rows("WITH \"train@2\" AS (SELECT * FROM 'Pets.tfrecord') SELECT count(*) FROM 'train@2'"))
                .containsExactly("4");
        assertThat(rows("WITH \"train@2\" AS (SELECT * FROM 'train@2') SELECT count(*) FROM 'TRAIN@2'"))
                .containsExactly("20");
    }

    @Test
    void queriesWithoutFilesWork() throws IOException {
        assertThat(rows("VALUES (1), (2)")).containsExactly("1", "2");
        assertThat(rows("SELECT sum(i) FROM range(4) t(i)")).containsExactly("6");
    }

    @Test
    void summarizeShowsAllColumns() throws IOException {
        assertThat(rows("SELECT column_name, min, max, count FROM (SUMMARIZE 'train@2')"))
                .containsExactly("label|0|4|20", "legs|[0.0, 0.5]|[19.0, 19.5]|20", "name|pet0|pet9|20");
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatThrownBy(() -> rows("SELECT * FROM 'trian@2'"))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("trian@2");
        assertThatThrownBy(() -> rows("SELECT * FROM train.tfrecord"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("FROM 'train.tfrecord'");
        assertThatThrownBy(() -> rows("SELECT * FROM 'https://example.com/x.csv'"))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("no network");
    }

    @Test
    void anUnknownColumnIsMarked() {
        assertThatThrownBy(() -> rows("SELECT label,\n lable FROM 'Pets.tfrecord'"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("SQL, line 2, column 2: Referenced column \"lable\" not found in FROM clause!")
                .hasMessageContaining("Candidate bindings: \"label\"")
                .hasMessageEndingWith("\n   lable FROM 'Pets.tfrecord'\n   ^");
        assertThatThrownBy(() -> SqlFiles.rows(sql.sample(3), "SELECT lable FROM 'Pets.tfrecord'"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("first 3 records; set this number with --sample or RecordSql.sample");
    }

    @Test
    void aPathIsNoPattern() throws IOException {
        Files.writeString(directory.resolve("a[b].csv"), "label\n1\n");
        Files.writeString(directory.resolve("ab.csv"), "label\n2\n");
        for (String from : List.of("FROM 'a[b].csv', 'ab.csv'", "FROM read_csv('a[b].csv'), 'ab.csv'")) {
            assertThatThrownBy(() -> rows(from))
                    .isInstanceOf(IOException.class)
                    .hasMessageEndingWith("a[b].csv: DuckDB cannot open a file with *, ? or [ in its path; rename it,"
                            + " or make a link to it");
        }
    }
}
