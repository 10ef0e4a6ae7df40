package dev.riffle.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class TextTableTest {

    private static String shown(String statement, int rows, int width) throws IOException {
        StringBuilder out = new StringBuilder();
        try (SqlResult result = RecordSql.defaults().threads(1).run(statement)) {
            result.show(out, rows, width);
        }
        return out.toString();
    }

    @Test
    void alignsColumnsUnderNamesAndTypes() throws IOException {
        assertThat(shown("SELECT * FROM (VALUES (1, 'one', 0.5), (200, NULL, 12.25)) t(n, name, d)", 10, 80))
                .isEqualTo("""
                              n  name                d
                        INTEGER  VARCHAR  DECIMAL(4,2)
                              1  one              0.50
                            200  NULL            12.25
                        """);
    }

    @Test
    void reportsMissingRowsAndColumns() throws IOException {
        assertThat(shown("SELECT range AS i, repeat('x', 100) AS long, 'last' AS last FROM range(5)", 2, 30))
                .isEqualTo("""
                             i  ...
                        BIGINT  ...
                             0  ...
                             1  ...
                        (the first 2 rows; there are more, 1 of 3 columns)
                        """);
        assertThat(shown("SELECT range AS i FROM range(3)", 3, 30)).doesNotContain("more");
        assertThat(shown("SELECT 1 AS i WHERE false", 3, 30)).isEqualTo("      i\nINTEGER\n");
    }

    @Test
    void cutsLongValuesAndEscapesInvisibleCharacters() throws IOException {
        assertThat(shown("SELECT repeat('é', 100) AS s", 3, 20).lines().skip(2))
                .containsExactly("é".repeat(17) + "...");
        assertThat(shown("SELECT 'a' || chr(10) || 'b' || chr(27) AS s", 3, 80)
                        .lines()
                        .skip(2))
                .containsExactly("a\\u000ab\\u001b");
    }

    @Test
    void showsValuesOfAllTypes() throws IOException {
        assertThat(shown(
                                "SELECT DATE '2020-02-29' AS d, [1, NULL] AS l, {'a': 'x'} AS s, [1, 2]::INT[2] AS f,"
                                        + " 'ab\\x00'::BLOB AS b, true AS t",
                                3,
                                120)
                        .lines()
                        .skip(2)
                        .findFirst()
                        .orElseThrow()
                        .split("  +"))
                .containsExactly("2020-02-29", "[1, NULL]", "{a: x}", "[1, 2]", "ab\\x00", "true");
    }

    @Test
    void rejectsImpossibleSizes() {
        assertThatThrownBy(() -> shown("SELECT 1", -1, 80))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("mostRows must not be negative: -1");
        assertThatThrownBy(() -> shown("SELECT 1", 1, 19))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("mostWidth must be at least 20: 19");
    }
}
