package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AbsentValuesTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        Integer age = null;
        Optional<String> name = Optional.of("cat");
        List<String> tags = List.of();
        Example example = Example.builder()
                .putIfPresent("age", age)
                .putIfPresent("name", name)
                .put("tags", Feature.ofBytes(tags))
                .put("scores", Feature.empty(Kind.FLOAT))
                .build();

        out.println(example.names());
        Feature empty = example.feature("tags");
        out.println(empty.kind() + " " + empty.size());
        // end
        assertThat(out).hasToString("""
                [name, scores, tags]
                BYTES 0
                """);
    }
}
