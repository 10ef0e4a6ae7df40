package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import org.junit.jupiter.api.Test;

class SingleExampleTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        ExampleParser parser =
                ExampleParser.compile(FeatureSpecs.parse("label:int64, corner:float32[2], tags:string*"));
        Example example = Example.builder()
                .put("label", 7)
                .put("corner", 0.5f, 1.5f)
                .put("tags", "red", "round")
                .build();

        ParsedFeatures parsed = parser.parse(example.toBytes());

        out.print(parsed);
        out.println(parsed.dense("label").longAt());
        // end
        assertThat(out).hasToString("""
                label: int64 [] 7
                corner: float32 [2] [0.5, 1.5]
                tags: string [2] {[0]: "red", [1]: "round"}
                7
                """);
    }
}
