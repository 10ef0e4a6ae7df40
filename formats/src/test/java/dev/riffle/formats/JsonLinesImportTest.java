package dev.riffle.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonLinesImportTest {

    private static List<Example> imported(String lines) throws IOException {
        return TextSources.examples(JsonLinesImport.of(TextSources.of(lines)));
    }

    private static String reason(String lines) {
        ImportException failure = catchThrowableOfType(ImportException.class, () -> imported(lines));
        assertThat(failure).as(lines).isNotNull();
        return "line " + failure.line() + ": " + failure.reason();
    }

    @Test
    void readsScalarsAndListsAsFeatures() throws IOException {
        assertThat(imported("{\"i\":1,\"f\":0.5,\"s\":\"tea\",\"b\":true,\"n\":null,\"l\":[1,2]}\n\n{}\n"))
                .containsExactly(
                        Example.builder()
                                .put("i", 1)
                                .put("f", 0.5f)
                                .put("s", "tea")
                                .put("b", true)
                                .put("l", 1L, 2L)
                                .build(),
                        Example.empty());
    }

    @Test
    void examinesAllLinesForTheKind() throws IOException {
        assertThat(imported("{\"x\":1,\"y\":1,\"z\":[]}\n{\"x\":2.5,\"y\":\"a\",\"z\":[3]}\n"))
                .containsExactly(
                        Example.builder()
                                .put("x", 1f)
                                .put("y", "1")
                                .put("z", Feature.empty(Kind.INT64))
                                .build(),
                        Example.builder()
                                .put("x", 2.5f)
                                .put("y", "a")
                                .put("z", 3)
                                .build());
    }

    @Test
    void keepsEveryDigit() throws IOException {
        assertThat(imported("{\"x\":9223372036854775807}").get(0).feature("x").longValue())
                .isEqualTo(Long.MAX_VALUE);
        assertThat(imported("{\"x\":9223372036854775808}").get(0).feature("x").utf8Value())
                .isEqualTo("9223372036854775808");
        assertThat(imported("{\"x\":\"007\"}").get(0).feature("x").utf8Value()).isEqualTo("007");
    }

    @Test
    void usesTheTypesThatWereSet() throws IOException {
        JsonLinesImport lines = JsonLinesImport.of(TextSources.of("{\"x\":\"7\",\"y\":1}"))
                .types(ColumnTypes.parse("x:int64,y:float,z:bytes"));
        assertThat(TextSources.examples(lines))
                .containsExactly(Example.builder().put("x", 7).put("y", 1f).build());
        assertThat(lines.survey().notes()).containsExactly("member \"z\" has a type, but no line contains it");
    }

    @Test
    void readsMembersThatStateTheirKind() throws IOException {
        assertThat(imported("{\"b\":{\"$bytes\":[\"/w==\"]},\"f\":{\"$float\":[1,\"NaN\",\"-Infinity\"]},"
                        + "\"i\":{\"$int64\":[]},\"u\":{\"$unset\":[]}}"))
                .containsExactly(Example.builder()
                        .put("b", Bytes.ofHex("ff"))
                        .put("f", 1f, Float.NaN, Float.NEGATIVE_INFINITY)
                        .put("i", Feature.empty(Kind.INT64))
                        .put("u", Feature.notSet())
                        .build());
    }

    @Test
    void readsTheExactForm() throws IOException {
        Example example = Example.builder().put("i", 1).build();
        assertThat(imported(example.toJson() + "\n{\"i\":2}\n{\"features\":{}}\n"))
                .containsExactly(example, Example.builder().put("i", 2).build(), Example.of(java.util.Map.of()));
        JsonLinesImport oneFlow = JsonLinesImport.of(TextSources.of(example.toJson(Dialect.ONEFLOW)))
                .dialect(Dialect.ONEFLOW);
        assertThat(TextSources.examples(oneFlow)).containsExactly(example);
    }

    @Test
    void reportsWhereAndWhyALineIsRejected() {
        assertThat(reason("{\"a\":1}\n{\"a\":{\"b\":1}}"))
                .isEqualTo(
                        "line 2: member \"a\" is an object, which an Example cannot hold; move its members one level up");
        assertThat(reason("{\"a\":[[1]]}")).contains("has a list in its list");
        assertThat(reason("{\"a\":[null]}")).contains("has a null in its list");
        assertThat(reason("{\"a\":[{}]}")).contains("has an object in its list");
        assertThat(reason("{\"a\":{\"$bytes\":[\"?\"]}}")).contains("must be base64");
        assertThat(reason("{\"a\":{\"$int64\":[1.5]}}")).contains("is not of type int64");
        assertThat(reason("{\"a\":{\"$int64\":[true]}}")).contains("numbers or texts only");
        assertThat(reason("{\"features\":{\"$int64\":[true]}}")).contains("numbers or texts only");
        assertThat(reason("{\"features\":{\"feature\":{\"a\":1}}}")).startsWith("line 1: column ");
        assertThat(reason("\n\n1")).startsWith("line 3: expected an object");
        assertThat(reason("{\"a\":1}\n{\"a\":}")).startsWith("line 2: column 6: ");
        assertThat(reason("{\"a\":1,\"a\":2}")).contains("member named twice");
        assertThat(reason("[\n{\"a\":1}]")).contains("'jq -c .[]'");
    }

    @Test
    void reportsTextThatIsNotUtf8() {
        ImportException failure = catchThrowableOfType(
                ImportException.class, () -> TextSources.examples(JsonLinesImport.of(TextSources.ofHex("7b7d0a7bff"))));
        assertThat(failure).hasMessageContaining("not UTF-8");
    }
}
