package dev.riffle.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextTableTest {

    private static final String RANGE = "-9223372036854775808 to 9223372036854775807";

    private static String text(int columns, List<List<String>> rows) {
        Screen screen = Screen.terminal("24 " + columns, Map.of("NO_COLOR", "1"));
        TextTable table = new TextTable("  ", 0, Integer.MAX_VALUE);
        rows.forEach(table::add);
        PaintedText text = new PaintedText(screen);
        table.appendTo(text, screen, 0);
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "abc, 3",
        "日本, 4",
        "한국어, 6",
        "\uff21, 2",
        "\uff71, 1",
        "e\u0301, 1",
        "\ud83d\ude00, 2",
        "\u2705, 2",
        "\u2713, 1",
        "\ud83d\udc68\u200d\ud83d\udc69, 4"
    })
    void measuresColumns(String text, int columns) {
        assertThat(DisplayWidth.of(text)).isEqualTo(columns);
    }

    @Test
    void alignsWideAndCombiningCharacters() {
        assertThat(text(80, List.of(List.of("日本語", "x"), List.of("e\u0301", "y"), List.of("abcdefg", "z"))))
                .isEqualTo("  日本語   x\n  e\u0301        y\n  abcdefg  z\n");
    }

    @Test
    void escapesTabsAndInvisibleCharacters() {
        assertThat(text(80, List.of(List.of("a\tb", "x"), List.of("a\u200bb", "y"))))
                .isEqualTo("  a\\u0009b  x\n  a\\u200bb  y\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {24, 30, 40, 50, 60, 80, 120})
    void wrapsNoNumber(int columns) {
        String table = text(
                columns,
                List.of(
                        List.of("a_rather_long_name", "int64 or not set", "1,000,000", "1 to 100", RANGE),
                        List.of("n", "int64", "1", "1", RANGE)));
        assertThat(table.lines()).allMatch(line -> DisplayWidth.of(line) <= columns);
        assertThat(table.strip().split("\\s+"))
                .contains("-9223372036854775808", "9223372036854775807", "1,000,000")
                .doesNotContain("");
        assertThat(table).doesNotContain(" \n");
    }
}
