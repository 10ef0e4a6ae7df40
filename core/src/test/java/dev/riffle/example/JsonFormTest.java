package dev.riffle.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.Bytes;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads the forms of protobuf's JSON that the printer never writes, and rejects invalid ones. */
class JsonFormTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 1",
                "\"1\" | 1",
                "-0 | 0",
                "1.0 | 1",
                "1e3 | 1000",
                "\"1e3\" | 1000",
                "100e-2 | 1",
                "9223372036854775807 | 9223372036854775807",
                "\"-9223372036854775808\" | -9223372036854775808",
                "9007199254740993 | 9007199254740993",
                "0e999999999 | 0",
                "-9.223372036854775808E18 | -9223372036854775808"
            })
    void readsIntegers(String json, long value) {
        assertThat(valueOf("int64List", json).longValue()).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.5",
                "\"\"",
                "\" 1\"",
                "\"1 \"",
                "\"0x1\"",
                "9223372036854775808",
                "-9223372036854775809",
                "1e19",
                "1e999999999",
                "true",
                "null",
                "[1]",
                "{}",
                "01",
                "+1",
                "1.",
                ".5",
                "NaN",
                "\"NaN\"",
                "\"+1\"",
                "\"01\""
            })
    void rejectsInvalidIntegers(String json) {
        assertThatThrownBy(() -> valueOf("int64List", json)).isInstanceOf(MalformedTextException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 1",
                "0.1 | 0.1",
                "\"1.5\" | 1.5",
                "\"NaN\" | NaN",
                "\"Infinity\" | Infinity",
                "\"-Infinity\" | -Infinity",
                "-0.0 | -0.0",
                "3.4028235e38 | 3.4028235e38",
                "1e-60 | 0"
            })
    void readsFloats(String json, float value) {
        assertThat(valueOf("floatList", json).floatValue()).isEqualTo(Float.valueOf(value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e39",
                "-3.5e38",
                "\"inf\"",
                "\"nan\"",
                "NaN",
                "\"\"",
                "\"1,5\"",
                "true",
                "null",
                "\"0x1p3\"",
                "\"1f\""
            })
    void rejectsInvalidFloats(String json) {
        assertThatThrownBy(() -> valueOf("floatList", json)).isInstanceOf(MalformedTextException.class);
    }

    @ParameterizedTest
    @CsvSource({"'',''", "AA==,00", "AA,00", "+/8=,fbff", "-_8=,fbff", "-_8,fbff", "AAEC,000102"})
    void readsBytes(String base64, String hex) {
        assertThat(valueOf("bytesList", '"' + base64 + '"').bytesValue()).isEqualTo(Bytes.ofHex(hex));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"A\"", "\"AA=\"", "\"A A=\"", "\"AA==A\"", "\"é\"", "1", "null"})
    void rejectsInvalidBytes(String json) {
        assertThatThrownBy(() -> valueOf("bytesList", json)).isInstanceOf(MalformedTextException.class);
    }

    private static Feature valueOf(String list, String json) {
        return Example.parseJson("{\"features\":{\"feature\":{\"k\":{\"" + list + "\":{\"value\":[" + json + "]}}}}}")
                .feature("k");
    }

    @Test
    void acceptsProtoFileNamesAndNulls() {
        assertThat(Example.parseJson("""
                {"features": {"feature": {
                    "a": {"int64_list": {"value": [1]}, "floatList": null},
                    "b": {"bytes_list": {"value": null}},
                    "c": {"float_list": null},
                    "d": {}
                }}}"""))
                .isEqualTo(Example.builder()
                        .put("a", 1)
                        .put("b", Feature.empty(Kind.BYTES))
                        .put("c", Feature.notSet())
                        .put("d", Feature.notSet())
                        .build());
        assertThat(Example.parseJson("{\"features\":null}")).isEqualTo(Example.empty());
        assertThat(Example.parseJson("{\"features\":{\"feature\":null}}")).isEqualTo(Example.of(Map.of()));
        assertThat(
                        SequenceExample.parseJson(
                                "{\"feature_lists\":{\"feature_list\":{\"l\":{\"feature\":[{\"int64List\":{\"value\":[\"2\"]}},{}]}}}}"))
                .isEqualTo(SequenceExample.builder()
                        .put("l", Feature.of(2), Feature.notSet())
                        .build());
        assertThat(SequenceExample.parseJson("{\"context\":null,\"featureLists\":null}"))
                .isEqualTo(SequenceExample.empty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "null | expected an object, found null",
                "[] | expected an object, found an array",
                "{\"features\":[]} | expected an object, found an array",
                "{\"feature\":{}} | unknown member feature in Example",
                "{\"features\":{},\"features\":{}} | member named twice: features",
                "{\"features\":{\"feature\":{\"a\":{},\"a\":{}}}} | member named twice: a",
                "{\"features\":{\"feature\":{\"a\":null}}} | expected an object, found null",
                "{\"features\":{\"feature\":{\"a\":{\"int64List\":{},\"int64_list\":{}}}}} | member named twice: int64List",
                "{\"features\":{\"feature\":{\"a\":{\"int64List\":{},\"floatList\":{}}}}} | a feature can have only one list: found floatList after int64List",
                "{\"features\":{\"feature\":{\"a\":{\"doubleList\":{}}}}} | unknown member doubleList in Feature",
                "{\"features\":{\"feature\":{\"a\":{\"int64List\":{\"value\":1}}}}} | expected an array, found a number",
                "{} {} | text after the end of the value",
                "{\"features\":{} | expected ',' or '}'"
            })
    void reportsTheReasonOfMistakes(String json, String reason) {
        assertThatThrownBy(() -> Example.parseJson(json))
                .isInstanceOf(MalformedTextException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void reportsThePositionOfMistakes() {
        assertThatThrownBy(() -> Example.parseJson(
                        "{\"features\": {\n  \"feature\": {\"a\": {\"int64List\": {\"value\": [1, 1.5]}}}}}"))
                .isInstanceOfSatisfying(MalformedTextException.class, e -> {
                    assertThat(e.line()).isEqualTo(2);
                    assertThat(e.column()).isEqualTo(48);
                    assertThat(e.reason())
                            .isEqualTo(
                                    "expected an integer from -9223372036854775808 to 9223372036854775807, found 1.5");
                });
    }

    @Test
    void checksTheRangeOfInt32() {
        String json = "{\"feature\":{\"a\":{\"int32List\":{\"value\":[%s]}}}}";
        assertThat(Example.parseJson(json.formatted("\"-2147483648\""), Dialect.ONEFLOW)
                        .feature("a")
                        .intValue())
                .isEqualTo(Integer.MIN_VALUE);
        assertThatThrownBy(() -> Example.parseJson(json.formatted("2147483648"), Dialect.ONEFLOW))
                .hasMessageContaining("expected an integer from -2147483648 to 2147483647");
    }
}
