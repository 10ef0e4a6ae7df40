package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.internal.JsonValue;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSchemaTest {

    private static JsonSchema schema(String rules) {
        JsonValue parsed = JsonValue.parse(rules);
        return new JsonSchema(Path.of("test.json"), parsed, parsed);
    }

    @Test
    void acceptsAValidObject() {
        JsonSchema count = JsonSchema.read(JsonSchema.file("count"));
        assertThat(count.problem(JsonValue.parse("{\"file\":\"a\",\"records\":3}")))
                .isEmpty();
        assertThat(count.problem(JsonValue.parse("{\"file\":\"a\",\"error\":\"b\"}")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"file\":\"a\"}",
                "{\"file\":\"a\",\"records\":\"3\"}",
                "{\"file\":\"a\",\"records\":3.5}",
                "{\"file\":\"a\",\"records\":3,\"by\":\"guess\"}",
                "{\"file\":\"a\",\"records\":3,\"more\":1}",
                "{\"file\":\"a\",\"records\":3,\"error\":\"b\"}",
                "[]"
            })
    void rejectsOtherObjects(String json) {
        assertThat(JsonSchema.read(JsonSchema.file("count")).problem(JsonValue.parse(json)))
                .isPresent();
    }

    @Test
    void checksNestedValues() {
        JsonSchema schema =
                schema("{\"items\":{\"$ref\":\"#/$defs/a\"},\"$defs\":{\"a\":{\"type\":[\"integer\",\"null\"]}}}");
        assertThat(schema.problem(JsonValue.parse("[1,null]"))).isEmpty();
        assertThat(schema.problem(JsonValue.parse("[1,null,true]")).orElseThrow())
                .startsWith("$[2]: expected");
    }

    @Test
    void rejectsAnUnknownKeyword() {
        assertThatThrownBy(() -> schema("{\"minimun\":1}").problem(JsonValue.parse("1")))
                .hasMessageContaining("minimun");
    }
}
