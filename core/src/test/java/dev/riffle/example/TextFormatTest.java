package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads the forms of the text format that the printer never writes, and rejects invalid ones. */
class TextFormatTest {

    private static final Example TWO =
            Example.builder().put("a", 1, 2).put("b", "x").build();

    @Test
    void acceptsEveryPunctuation() {
        assertThat(Example.parseText("""
                # a comment
                features: < # another
                  feature [
                    { key: "a" value { int64_list { value: [1, 2] } } },
                    < key: 'b'; value: { bytes_list: { value: "x", }; }; >
                  ]
                >
                """)).isEqualTo(TWO);
        assertThat(Example.parseText("features{feature{value{int64_list{value:1 value:2}}key:\"a\"}"
                        + "feature:{key:\"b\"value<bytes_list<value:[\"x\"]>>}}"))
                .isEqualTo(TWO);
        assertThat(Example.parseText(
                        "features { feature { key: 'a' value { int64_list { value: [] } } } feature: [] }"))
                .isEqualTo(Example.builder().put("a", Feature.empty(Kind.INT64)).build());
        assertThat(Example.parseText(" \t\r\n\f\u000b# nothing")).isEqualTo(Example.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "- 7, -7",
        "0x1F, 31",
        "-0X8000000000000000, -9223372036854775808",
        "017, 15",
        "9223372036854775807, 9223372036854775807",
        "-9223372036854775808, -9223372036854775808",
        "0777777777777777777777, 9223372036854775807"
    })
    void readsIntegers(String text, long value) {
        assertThat(valueOf("int64_list", text).longValue()).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.0",
                "1e3",
                "1f",
                "9223372036854775808",
                "-9223372036854775809",
                "0x10000000000000000",
                "08",
                "0x",
                "inf",
                "true",
                "+1",
                "'1'",
                "1_000"
            })
    void rejectsInvalidIntegers(String text) {
        assertThatThrownBy(() -> valueOf("int64_list", text)).isInstanceOf(MalformedTextException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "-1, -1",
        "1., 1",
        ".5, 0.5",
        "1.5f, 1.5",
        "10F, 10",
        "1e-7, 1e-7",
        "1E+3, 1000",
        "inf, Infinity",
        "-Infinity, -Infinity",
        "INF, Infinity",
        "nan, NaN",
        "-nan, NaN",
        "1e39, Infinity",
        "00.5, 0.5",
        "-0.0, -0.0",
        "123456789012345678901234567890, 1.2345679e29"
    })
    void readsFloats(String text, float value) {
        assertThat(valueOf("float_list", text).floatValue()).isEqualTo(Float.valueOf(value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x10", "017", "1e", "e5", ".", "1.5ff", "infinit", "--1", "\"1\""})
    void rejectsInvalidFloats(String text) {
        assertThatThrownBy(() -> valueOf("float_list", text)).isInstanceOf(MalformedTextException.class);
    }

    @Test
    void readsStrings() {
        assertThat(valueOf("bytes_list", "\"a\" 'b' # and\n \"c\"").utf8Value()).isEqualTo("abc");
        assertThat(valueOf("bytes_list", "'\\a\\b\\f\\n\\r\\t\\v\\\\\\'\\\"\\?'")
                        .bytesValue())
                .isEqualTo(Bytes.ofHex("07080c0a0d090b5c27223f"));
        assertThat(valueOf("bytes_list", "'\\0\\18\\377\\1234\\xf\\xFF0\\X41'").bytesValue())
                .isEqualTo(Bytes.ofHex("000138ff53340fff3041"));
        assertThat(valueOf("bytes_list", "'é\\u00e9\\U0001F642\\ud83d\\ude42\ud83d\ude42'")
                        .utf8Value())
                .isEqualTo("éé\ud83d\ude42\ud83d\ude42\ud83d\ude42");
        assertThat(valueOf("bytes_list", "''").bytesValue().isEmpty()).isTrue();
        assertThat(Example.parseText("features{feature{key:'\\303\\251' value{}}}")
                        .names())
                .containsExactly("é");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'a",
                "'a\nb'",
                "'\\q'",
                "'\\x'",
                "'\\u12'",
                "'\\ud800'",
                "'\\udc00\\ud800'",
                "'\\U00110000'",
                "'\\400'",
                "'\\",
                "'\ud800'",
                "a",
                "1"
            })
    void rejectsInvalidStrings(String text) {
        assertThatThrownBy(() -> valueOf("bytes_list", text)).isInstanceOf(MalformedTextException.class);
    }

    private static Feature valueOf(String list, String text) {
        return Example.parseText("features{feature{key:'k' value{" + list + "{value:" + text + "}}}}")
                .feature("k");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "features { feture {} } | 1, 12 | unknown field feture in Features; expected feature",
                "context {} | 1, 1 | unknown field context in Example; expected features",
                "features {} features {} | 1, 13 | duplicate field features",
                "features { feature { key: 'a' key: 'b' } } | 1, 31 | duplicate field key",
                "features { feature { value {} value {} } } | 1, 31 | duplicate field value",
                "features { feature { value { int64_list {} float_list {} } } } | 1, 44 | a feature can have only one list: found float_list after int64_list",
                "features { feature { value { int64_list {} int64_list {} } } } | 1, 44 | a feature can have only one list: found int64_list after int64_list",
                "features { feature { value { double_list {} } } } | 1, 30 | unknown field double_list in Feature; expected bytes_list, float_list, int64_list",
                "features { | 1, 11 | expected a field name, found the end of the text",
                "features { > | 1, 12 | expected a field name, found '>'",
                "features | 1, 9 | expected '{', found the end of the text",
                "features { feature { key 'a' } } | 1, 26 | expected ':', found '''",
                "features { feature { key: '\\377' } } | 1, 27 | a key that is not UTF-8",
                "features { feature [ {}, ] } | 1, 26 | expected '{', found ']'",
                "features {},, | 1, 13 | expected a field name, found ','",
                "1 {} | 1, 1 | expected a field name, found '1'"
            })
    void reportsThePositionOfMistakes(String text, String place, String reason) {
        assertThatThrownBy(() -> Example.parseText(text)).isInstanceOfSatisfying(MalformedTextException.class, e -> {
            assertThat(e.line() + ", " + e.column()).isEqualTo(place);
            assertThat(e.reason()).isEqualTo(reason);
        });
    }

    @Test
    void countsLines() {
        assertThatThrownBy(() -> Example.parseText("features {\n  # here\n  x: 1\n}"))
                .isInstanceOf(MalformedTextException.class)
                .hasMessage("line 3, column 3: unknown field x in Features; expected feature");
    }

    @Test
    void usesTheLastEntryOfAKey() {
        assertThat(Example.parseText(
                                "features { feature { key: 'a' value { int64_list { value: 1 } } } feature { key: 'a' } }")
                        .feature("a")
                        .kind())
                .isEqualTo(Kind.NOT_SET);
    }

    @Test
    void readsSequenceExamples() {
        assertThat(SequenceExample.parseText("feature_lists: { feature_list: [{ key: 'l' value { feature [{}, "
                        + "{ int64_list { value: 3 } }] } }, { key: 'm' }] } context {}"))
                .isEqualTo(SequenceExample.builder()
                        .context(Example.of(java.util.Map.of()))
                        .put("l", Feature.notSet(), Feature.of(3))
                        .put("m")
                        .build());
        assertThatThrownBy(() -> SequenceExample.parseText("features {}"))
                .hasMessage(
                        "line 1, column 1: unknown field features in SequenceExample; expected context or feature_lists");
    }

    @Test
    void readsTheFieldsAndWidthsOfOneFlow() {
        Example record = Example.parseText(
                "feature { key: 'i' value { int32_list { value: [-2147483648, 0x7fffffff] } } }", Dialect.ONEFLOW);
        assertThat(record.feature("i").ints()).containsExactly(Integer.MIN_VALUE, Integer.MAX_VALUE);
        assertThatThrownBy(() -> Example.parseText(
                        "feature { key: 'i' value { int32_list { value: 2147483648 } } }", Dialect.ONEFLOW))
                .hasMessage("line 1, column 48: integer does not fit 32 bits: 2147483648");
    }
}
