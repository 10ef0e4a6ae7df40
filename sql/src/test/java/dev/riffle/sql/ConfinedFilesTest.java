package dev.riffle.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A query reads no file that its tables do not allow. */
class ConfinedFilesTest {

    @TempDir
    private Path directory;

    private Path folder;
    private RecordSql sql;

    @BeforeEach
    void writeFiles() throws IOException {
        folder = Files.createDirectory(directory.resolve("data"));
        Path outside = Files.createDirectory(directory.resolve("outside"));
        SqlFiles.pets(folder.resolve("pets.tfrecord"), 0, 3);
        SqlFiles.pets(outside.resolve("pets.tfrecord"), 0, 3);
        Files.writeString(folder.resolve("a.csv"), "n\n1\n");
        Files.writeString(outside.resolve("secret.csv"), "n\n7\n");
        Files.writeString(directory.resolve("secret.csv"), "n\n7\n");
        sql = with(SqlTables.within(folder));
    }

    private RecordSql with(SqlTables tables) {
        return RecordSql.defaults().tables(tables).threads(1).spillDirectory(directory);
    }

    private void link(String name, String target) throws IOException {
        try {
            Files.createSymbolicLink(folder.resolve(name), Path.of(target));
        } catch (UnsupportedOperationException | FileSystemException noLinksHere) {
            assumeThat(noLinksHere).as("symbolic links").isNull();
        }
    }

    private static long rows(RecordSql sql, String statement) throws IOException {
        long rows = 0;
        try (ArrowReader reader = sql.query(statement)) {
            while (reader.loadNextBatch()) {
                rows += reader.getVectorSchemaRoot().getRowCount();
            }
        }
        return rows;
    }

    /** DIR stands for the folder above the one of the tables. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "FROM '../secret.csv'",
                "FROM \"../secret.csv\"",
                "FROM 'DIR/secret.csv'",
                "FROM 'DIR/data/../secret.csv'",
                "FROM '../outside/pets.tfrecord'",
                "FROM '../outside/*'",
                "FROM '../*.csv'",
                "FROM '../data2'",
                "FROM 'link.csv'",
                "FROM '*.csv'",
                "FROM 'place/secret.csv'",
                "FROM 'place/missing.csv'",
                "FROM 'place/*.csv'",
                "FROM 'place'",
                "FROM 'place/pets.tfrecord'",
                "FROM 'pets.tfrecord', '../secret.csv'",
                "SELECT (SELECT max(n) FROM '../secret.csv')",
                "WITH s AS (FROM '../secret.csv') FROM s",
                "SELECT * FROM read_csv('../secret.csv')",
                "SELECT * FROM READ_CSV('../secret.csv')",
                "SELECT * FROM read_csv(['a.csv', '../secret.csv'])",
                "SELECT * FROM read_csv('link.csv')",
                "SELECT * FROM read_csv('*.csv')",
                "SELECT * FROM read_csv('place/*.csv')",
                "SELECT * FROM read_csv('DIR/outside/secret.csv')",
                "SELECT * FROM read_csv('*/secret.csv')",
                "SELECT * FROM read_json('../secret.csv')",
                "SELECT * FROM read_parquet('../secret.csv')"
            })
    void rejectsFilesOutsideOfTheFolder(String statement) throws IOException {
        link("link.csv", "../secret.csv");
        link("place", "../outside");
        String typed = statement.replace("DIR", directory.toString());

        assertThatThrownBy(() -> rows(sql, typed))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessageEndingWith(
                        "outside of " + folder + ", to which this query is confined; name a file in this folder");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "~/secret.csv",
                "file:///etc/passwd",
                "http://localhost/x.csv",
                "s3://bucket/x.csv",
            })
    void findsNoFileByAnUrl(String name) {
        assertThatThrownBy(() -> rows(sql, "FROM '" + name + "'")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> rows(sql, "FROM read_csv('" + name + "')")).isInstanceOf(IOException.class);
    }

    @Test
    void readsFilesInTheFolder() throws IOException {
        link("inner.csv", "a.csv");
        assertThat(rows(sql, "FROM 'pets.tfrecord'")).isEqualTo(3);
        assertThat(rows(sql, "FROM './a.csv'")).isEqualTo(1);
        assertThat(rows(sql, "FROM '../data/a.csv'")).isEqualTo(1);
        assertThat(rows(sql, "FROM '" + folder.resolve("a.csv") + "'")).isEqualTo(1);
        assertThat(rows(sql, "FROM read_csv('inner.csv')")).isEqualTo(1);
        assertThat(rows(sql, "FROM read_csv('*.csv')")).isEqualTo(2);
    }

    @Test
    void aFolderThatIsALinkIsNotOutsideOfItself() throws IOException {
        link("self", "../data");
        assertThat(rows(with(SqlTables.within(folder.resolve("self"))), "FROM 'a.csv'"))
                .isEqualTo(1);
    }

    @Test
    void tablesOfOnesOwnAllowNoFunctionsOverFiles() throws IOException {
        RecordSql own = with(name -> SqlTables.in(folder).find("pets.tfrecord"));
        assertThat(rows(own, "FROM anything")).isEqualTo(3);
        for (String function : new String[] {"read_csv", "read_json", "read_parquet"}) {
            String name = folder.resolve("a.csv").toString();
            assertThatThrownBy(() -> rows(own, "FROM " + function + "('" + name + "')"))
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessage(name + ": the tables of this query allow no functions over files; write the name into"
                            + " FROM, or implement SqlTables.files");
        }
    }

    @Test
    void filesOfADirectoryAreNotConfinedToIt() throws IOException {
        assertThat(rows(with(SqlTables.in(folder)), "FROM '../secret.csv'")).isEqualTo(1);
    }
}
