package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.documents.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs the SQL listings of a page in order in one session. In the session, {@code /data} is a directory of the test.
 * The text block after a listing is the result of its last statement. Tabs separate the columns, as in the output of
 * {@code spark-sql}.
 */
class SqlListingsTest {

    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\n(.*?)```", Pattern.DOTALL);

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path directory;

    @AfterEach
    void dropTables() {
        for (Row table : spark.sql("SHOW TABLES").collectAsList()) {
            spark.sql("DROP " + (table.getBoolean(2) ? "VIEW " : "TABLE ") + table.getString(1));
        }
    }

    @ParameterizedTest
    @CsvSource({"docs/guides/spark.md, 14", "docs/migrate/spark-connectors.md, 2"})
    void everyStatementReturnsTheDocumentedResult(String page, int count) throws IOException {
        Matcher blocks = BLOCK.matcher(Files.readString(Repository.root().resolve(page)));
        int statements = 0;
        String result = "";
        String before = "";
        while (blocks.find()) {
            String language = blocks.group(1);
            if (language.equals("sql")) {
                for (String statement : blocks.group(2).split(";\n")) {
                    result = run(statement);
                    statements++;
                }
            } else if (language.equals("text") && before.equals("sql")) {
                assertThat(blocks.group(2)).isEqualTo(result);
            }
            before = language;
        }
        assertThat(statements).isGreaterThanOrEqualTo(count);
    }

    private String run(String statement) {
        return spark.sql(statement.replace("/data", directory.toString())).collectAsList().stream()
                .map(row -> IntStream.range(0, row.size())
                        .mapToObj(i -> String.valueOf(row.get(i)))
                        .collect(Collectors.joining("\t", "", "\n")))
                .collect(Collectors.joining());
    }
}
