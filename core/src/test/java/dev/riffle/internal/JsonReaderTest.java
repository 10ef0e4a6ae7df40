package dev.riffle.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "[false]",
                "0",
                "-0.0e-0",
                "123456789012345678901234567890.5E+10",
                "\"\"",
                "[]",
                "{}",
                "[1,[2,{\"a\":[]}],\"x\"]",
                "{\"a\":{\"b\":null},\"\":1}",
                "\"\ud83d\ude42\"",
                "\"\u007f\""
            })
    void writesTheJsonThatItRead(String json) {
        assertThat(JsonValue.parse(" \t\r\n" + json + "\n").toJson()).isEqualTo(json.replace("\u007f", "\\u007f"));
    }

    @Test
    void readsAndWritesEscapes() {
        assertThat(JsonValue.parse("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude42\\u0000z\""))
                .isEqualTo(new JsonValue.Text("a\"\\/\b\f\n\r\té\ud83d\ude42\0z"));
        assertThat(new JsonValue.Text("\"\\\n\r\t\0\u2028é").toJson())
                .isEqualTo("\"\\\"\\\\\\n\\r\\t\\u0000\\u2028é\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "nul",
                "nulL",
                "True",
                "tru",
                "[1,]",
                "[,1]",
                "[1 2]",
                "[",
                "[1",
                "{",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":1,}",
                "{a:1}",
                "{1:1}",
                "{\"a\" 1}",
                "]",
                "}",
                "[1}",
                "1 2",
                "1,",
                "01",
                "-",
                "-a",
                "1.",
                ".1",
                "1e",
                "1e+",
                "+1",
                "0x1",
                "NaN",
                "Infinity",
                "'a'",
                "\"",
                "\"a",
                "\"\\",
                "\"\\q\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"\n\"",
                "\"\t\"",
                "\"\\ud800\"",
                "\"\\ude42\\ud83d\"",
                "\"\\ud800x\"",
                "\"\ud800\"",
                "\"a\udc00\"",
                "// x\n1",
                "/* */1",
                "\ufeff1",
                "{\"a\":1,\"a\":2}",
                "\u00a01"
            })
    void rejectsInvalidJson(String text) {
        assertThatThrownBy(() -> JsonValue.parse(text)).isInstanceOf(JsonSyntaxException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1,\\n  2,\\n  x] | line 3, column 3: expected a value",
                "{\"a\":01} | line 1, column 6: malformed number",
                "{\"a\":1 \"b\":2} | line 1, column 8: expected ',' or '}'",
                "[\"a\\n\"] | line 1, column 4: control character in a string"
            })
    void reportsThePositionOfErrors(String text, String message) {
        assertThatThrownBy(() -> JsonValue.parse(text.replace("\\n", "\n")))
                .isInstanceOf(JsonSyntaxException.class)
                .hasMessage(message);
    }

    @Test
    void limitsNesting() {
        assertThat(JsonValue.parse("[".repeat(100) + "]".repeat(100))).isNotNull();
        assertThatThrownBy(() -> JsonValue.parse("[".repeat(101) + "]".repeat(101)))
                .hasMessage("line 1, column 101: nested deeper than 100");
        assertThatThrownBy(() -> JsonValue.parse("{\"a\":".repeat(1_000_000))).isInstanceOf(JsonSyntaxException.class);
    }

    @Test
    void keepsEveryDigitOfNumbers() {
        JsonValue.Number large = (JsonValue.Number) JsonValue.parse("9007199254740993");
        assertThat(large.exactLong()).hasValue(9007199254740993L);
        assertThat(large.text()).isEqualTo("9007199254740993");
        assertThat(((JsonValue.Number) JsonValue.parse("1e400")).doubleValue()).isInfinite();
    }

    @Test
    void readsTokensOneByOne() {
        JsonReader reader = new JsonReader("{\"a\":[1,true,null,\"x\"]}");
        reader.beginObject();
        assertThat(reader.nextName()).isEqualTo("a");
        reader.beginArray();
        assertThat(reader.peek()).isEqualTo(JsonReader.Token.NUMBER);
        assertThat(reader.nextNumber()).isEqualTo("1");
        assertThatThrownBy(reader::nextString).hasMessageContaining("expected a string, found true or false");
        assertThat(reader.nextBoolean()).isTrue();
        reader.nextNull();
        assertThat(reader.nextString()).isEqualTo("x");
        reader.endArray();
        reader.endObject();
        assertThat(reader.peek()).isEqualTo(JsonReader.Token.END);
    }
}
