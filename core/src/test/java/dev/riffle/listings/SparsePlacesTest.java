package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

class SparsePlacesTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        List<Bytes> payloads = List.of(
                Example.builder()
                        .put("x", 3, 0)
                        .put("y", 1, 2)
                        .put("ink", 0.5f, 1.0f)
                        .build()
                        .toBytes(),
                Example.builder()
                        .put("x", 2)
                        .put("y", 2)
                        .put("ink", 0.25f)
                        .build()
                        .toBytes());

        FeatureSpecs specs = FeatureSpecs.builder()
                .put("image", FeatureSpec.sparse(List.of("x", "y"), "ink", DType.FLOAT32, Shape.of(4, 3)))
                .build();

        out.print(ExampleParser.compile(specs).parse(payloads));
        // end
        assertThat(out).hasToString("""
                image: float32 [2, 4, 3] {[0, 0, 2]: 1.0, [0, 3, 1]: 0.5, [1, 2, 2]: 0.25}
                """);
    }
}
