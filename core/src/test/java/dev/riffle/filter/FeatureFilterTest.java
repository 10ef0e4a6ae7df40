package dev.riffle.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureFilterTest {

    private static final Example EXAMPLE = Example.builder()
            .put("label", 3)
            .put("big", Long.MAX_VALUE)
            .put("x", 0.1f)
            .put("nan", Float.NaN)
            .put("list", 1, 2, 3)
            .put("name", "Zürich \"old\"\n")
            .put("tags", "red", "green")
            .put("image/encoded", Bytes.ofHex("ff00fe"))
            .put("empty", Bytes.empty())
            .put("none", new long[0])
            .put("odd name", 1)
            .put("and", 5)
            .build();

    private static boolean test(String text) {
        return FeatureFilter.parse(text).test(EXAMPLE.toBytes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "label == 3",
                "label == 3.0",
                "3 == label",
                "label != 4",
                "label < 4",
                "label <= 3",
                "label > -1",
                "label >= 3",
                "label in [1, 2, 3]",
                "label not in [1, 2]",
                "label in list",
                "\"red\" in tags",
                "not \"blue\" in tags",
                "\"blue\" not in tags",
                "x == 0.1",
                "x <= 0.1",
                "x >= 0.1",
                "x != 0.2",
                "x < 1",
                "x > 1e-3",
                "x > .05",
                "big == 9223372036854775807",
                "big < 9223372036854775808.0",
                "big != 9.223372036854775807e18",
                "big > 9.2e18",
                "nan != nan",
                "nan != 1",
                "not nan == nan",
                "not nan < 1",
                "list[0] == 1",
                "list[-1] == 3",
                "len(list) == 3",
                "len(tags) == 2",
                "len(missing) == 0",
                "len(none) == 0",
                "size(image/encoded) == 3",
                "size(empty) == 0",
                "size(missing) == 0",
                "size(tags) == 8",
                "size(tags[1]) == 5",
                "size(tags[7]) == 0",
                "has(none)",
                "has(label) and not has(missing)",
                "`odd name` == 1",
                "`and` == 5",
                "image/encoded == b\"\\xff\\x00\\xfe\"",
                "image/encoded startswith b'\\xff'",
                "image/encoded endswith b'\\xfe'",
                "image/encoded contains b'\\0'",
                "name startswith \"Z\\u00fcrich\"",
                "name startswith 'Zürich'",
                "name contains '\"old\"'",
                "name contains \"\\\"old\\\"\"",
                "name endswith \"\\n\"",
                "name contains ''",
                "name matches \"^Z.r\"",
                "name matches 'old'",
                "tags[0] > 'green'",
                "tags[0] != tags[1]",
                "label == list[2]",
                "true",
                "not false",
                "not missing in [3]",
                "not 3 in missing",
                "list[0] == true",
                "1 < 2",
                "1 == 1 or label == 'text'",
                "label==3 and x<1",
                "true or false and false",
                "not false and true",
                "not (true and false)",
                "false or (true or false) and true",
                "not not true"
            })
    void isMet(String text) {
        assertThat(test(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "missing == 3",
                "missing != 3",
                "missing < 3",
                "missing >= 3",
                "missing in [3]",
                "missing not in [3]",
                "3 not in missing",
                "none not in [3]",
                "3 not in none",
                "list[9] not in [3]",
                "missing not in list",
                "missing matches ''",
                "missing contains ''",
                "missing == missing",
                "missing != missing",
                "3 in missing",
                "none == 3",
                "none != 3",
                "list[3] == 3",
                "list[-4] == 1",
                "nan == nan",
                "nan < 1",
                "nan >= 1",
                "label == 3.5",
                "big == 9223372036854775808.0",
                "x == 0.2",
                "name matches '^old'",
                "tags[0] contains 'reddish'",
                "has(missing)",
                "false",
                "not true or false",
                "(true or true) and false",
                "false and label == 'text'"
            })
    void isNotMet(String text) {
        assertThat(test(text)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "label == 'three' | feature \"label\" (int64_list) cannot be compared with bytes",
                "name == 3 | feature \"name\" (bytes_list) cannot be compared with a number",
                "name < x | feature \"name\" (bytes_list) cannot be compared with feature \"x\" (float_list)",
                "name in [1] | feature \"name\" (bytes_list) cannot be compared with a number",
                "1 in tags | a number cannot be compared with feature \"tags\" (bytes_list)",
                "label matches 'x' | feature \"label\" (int64_list) is not text",
                "label contains 'x' | feature \"label\" (int64_list) is not text",
                "size(label) > 0 | feature \"label\" (int64_list) has no size in bytes; len(label) counts its values",
                "list == 1 | feature \"list\" (int64_list) has 3 values; select one, as in list[0], or use in:"
                        + " 3 in list"
            })
    void rejectsValuesOfDifferentTypes(String text, String message) {
        assertThatExceptionOfType(FilterException.class)
                .isThrownBy(() -> test(text))
                .withMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "|1|an expression must not be empty",
                "label|6|expected a comparison, found the end; has(label) tests for the feature",
                "label == and x|10|expected a feature or a value, found \"and\"; a feature of this name is written `and`",
                "label = 3|7|unexpected \"=\"; use == to compare",
                "label == 3 && x|12|unexpected \"&\"; use and",
                "label == 3)|11|expected \"and\", \"or\" or the end, found \")\"",
                "(label == 3|12|expected \")\", found the end",
                "label == 'x|10|this string has no closing '",
                "`a == 3|1|this name has no closing `",
                "1 < x < 3|7|comparisons cannot be chained; write a < b and b < c",
                "label == 9223372036854775808|10|not an int64; write 9223372036854775808.0 for a float",
                "x == 1e999|6|too large for a float",
                "x == 1.2.3|6|\"1.2.3\" is not a number",
                "x == -|6|\"-\" is not a number",
                "1 == 'a'|6|a number cannot be compared with bytes",
                "x in [1, 'a']|10|numbers and strings cannot be compared",
                "x in []|1|a list must not be empty",
                "x in [y]|7|a list must contain numbers or strings, found \"y\"",
                "x matches 3|11|expected a string after \"matches\", found \"3\"",
                "x matches b'a'|11|a regular expression must be text, without b",
                "x matches '('|11|invalid regular expression: Unclosed group",
                "x == '\\q'|7|an escape must be one of \\n \\t \\r \\0 \\\\ \\\" \\' \\u00ff",
                "x == '\\u00g0'|7|4 hexadecimal digits must follow",
                "x == b'\\x0'|8|2 hexadecimal digits must follow",
                "x == '\\ud800'|7|half of a surrogate pair is not text",
                "x == b'ü'|8|bytes must be ASCII characters and escapes like \\xff",
                "x[y] == 3|3|expected the number of a value, found \"y\"",
                "len(x == 3|7|expected \")\", found \"==\"",
                "has(x) == true|8|expected \"and\", \"or\" or the end, found \"==\"",
                "1 == has(x)|6|has() is a condition and cannot be compared",
                "len(x) contains 'a'|1|\"contains\" needs text before it, found a number",
                "x == 3 y|8|expected \"and\", \"or\" or the end, found \"y\"",
                "#|1|unexpected \"#\""
            })
    void reportsThePositionOfErrors(String textColumnAndReason) {
        String[] parts = textColumnAndReason.split("\\|", 3);
        FilterSyntaxException wrong =
                catchThrowableOfType(FilterSyntaxException.class, () -> FeatureFilter.parse(parts[0]));
        assertThat(wrong.reason()).isEqualTo(parts[2]);
        assertThat(wrong.column()).isEqualTo(Integer.parseInt(parts[1]));
    }

    @Test
    void marksTheErrorInTheMessage() {
        assertThatThrownBy(() -> FeatureFilter.parse("label == \t and x")).hasMessage("""
                        filter, column 12: expected a feature or a value, found "and"; a feature of this name is written `and`
                          label ==   and x
                                     ^""");
    }

    @Test
    void acceptsThousandsOfPartsAndLimitsNesting() {
        assertThat(test("label == 4" + " or label == 4".repeat(5000) + " or label == 3"))
                .isTrue();
        assertThat(test("(".repeat(200) + "true" + ")".repeat(200))).isTrue();
        assertThatThrownBy(() -> FeatureFilter.parse("(".repeat(100_000)))
                .isInstanceOf(FilterSyntaxException.class)
                .hasMessageContaining("more than 200 nested parentheses");
        assertThatThrownBy(() -> FeatureFilter.parse("not ".repeat(100_000) + "true"))
                .isInstanceOf(FilterSyntaxException.class);
        assertThatThrownBy(() -> FeatureFilter.parse("x matches '" + "(".repeat(100_000) + "'"))
                .isInstanceOf(FilterSyntaxException.class);
    }

    @Test
    void rejectsATextThatIsTooLongForARegularExpression() {
        Bytes message =
                Example.builder().put("s", "a".repeat(1_000_000)).build().toBytes();
        assertThatThrownBy(() -> FeatureFilter.parse("s matches '^(a|b)*c'").test(message))
                .isInstanceOf(FilterException.class)
                .hasMessageStartingWith("feature \"s\" (bytes_list) is too long for the regular expression");
    }

    @Test
    void readsTheContextOfASequenceExample() {
        SequenceExample sequence = SequenceExample.builder()
                .context(Example.builder().put("label", 3).build())
                .put("other", Feature.of(1L))
                .build();
        assertThat(FeatureFilter.parse("label == 3 and not has(other)").test(Bytes.copyOf(sequence.toByteArray())))
                .isTrue();
    }

    @Test
    void readsOfRecords() {
        Example example = Example.builder()
                .put("d", Feature.of(0.1))
                .put("i", Feature.of(7))
                .build();
        FeatureFilter filter = FeatureFilter.parse("d == 0.1 and i in [7]", Dialect.ONEFLOW);
        assertThat(filter.test(example.toBytes(Dialect.ONEFLOW))).isTrue();
    }

    @Test
    void ignoresBrokenFeaturesThatAreNotNamed() {
        // features { feature { key: "a" value: a truncated list } feature { key: "n" value { int64_list { value: 1 } }
        // } }
        byte[] message =
                Bytes.ofHex("0a150a080a0161120312ff010a090a016e12041a020801").toByteArray();
        assertThat(FeatureFilter.parse("n == 1").test(ByteBuffer.wrap(message))).isTrue();
        assertThatThrownBy(() -> FeatureFilter.parse("a == 1").test(ByteBuffer.wrap(message)))
                .isInstanceOf(MalformedMessageException.class);
        assertThatThrownBy(() -> FeatureFilter.parse("n == 1").test(Bytes.ofUtf8("nonsense")))
                .isInstanceOf(MalformedMessageException.class);
    }

    @Test
    void doesNotChangeTheBuffer() {
        ByteBuffer buffer = ByteBuffer.wrap(EXAMPLE.toByteArray()).asReadOnlyBuffer();
        assertThat(FeatureFilter.parse("label == 3").test(buffer)).isTrue();
        assertThat(buffer.position()).isZero();
    }

    @Test
    void severalThreadsShareAFilter() {
        FeatureFilter filter = FeatureFilter.parse("n in [0, 2, 4, 6, 8] and s endswith 'x'");
        List<Bytes> messages = IntStream.range(0, 10)
                .mapToObj(n ->
                        Example.builder().put("n", n).put("s", n + "x").build().toBytes())
                .toList();
        assertThat(IntStream.range(0, 100_000)
                        .parallel()
                        .allMatch(i -> filter.test(messages.get(i % 10)) == (i % 2 == 0)))
                .isTrue();
    }

    @Test
    void reportsItsFeaturesAndItsText() {
        FeatureFilter filter = FeatureFilter.parse("b == 1 and a == 2 or len(b) > 3");
        assertThat(filter.features()).containsExactly("b", "a");
        assertThat(filter).hasToString("b == 1 and a == 2 or len(b) > 3");
    }

    @Test
    void addsNamesToASetWithOtherNames() {
        java.util.Set<String> found = new java.util.HashSet<>(java.util.List.of("other"));
        Example example = Example.builder().put("there", 1).build();
        FeatureFilter filter = FeatureFilter.parse("there == 1").noting(found);
        assertThat(filter.test(dev.riffle.io.Bytes.copyOf(example.toByteArray())))
                .isTrue();
        assertThat(found).containsExactlyInAnyOrder("other", "there");
    }
}
