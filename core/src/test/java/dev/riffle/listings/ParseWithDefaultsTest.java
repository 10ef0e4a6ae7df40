package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.tensor.DType;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParseWithDefaultsTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        List<Bytes> payloads = List.of(
                Example.builder()
                        .put("name", "cat")
                        .put("label", 1)
                        .put("weight", 4.5f)
                        .build()
                        .toBytes(),
                Example.builder().put("name", "goat").put("label", 0).build().toBytes());

        FeatureSpecs specs = FeatureSpecs.builder()
                .put("name", FeatureSpec.fixedLen(DType.STRING))
                .put("label", FeatureSpec.fixedLen(DType.INT64))
                .put("weight", FeatureSpec.fixedLen(DType.FLOAT32).withDefault(1.0f))
                .build();
        ParsedFeatures batch = ExampleParser.compile(specs).parse(payloads);

        out.print(batch);
        // end
        assertThat(out).hasToString("""
                name: string [2] ["cat", "goat"]
                label: int64 [2] [1, 0]
                weight: float32 [2] [4.5, 1.0]
                """);
    }
}
