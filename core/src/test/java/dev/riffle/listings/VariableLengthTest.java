package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.SparseTensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class VariableLengthTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        List<Bytes> payloads = List.of(
                Example.builder().put("tags", "red", "round").build().toBytes(),
                Example.empty().toBytes(),
                Example.builder().put("tags", "blue").build().toBytes());

        FeatureSpecs specs = FeatureSpecs.builder()
                .put("tags", FeatureSpec.varLen(DType.STRING))
                .build();
        SparseTensor tags = ExampleParser.compile(specs).parse(payloads).sparse("tags");

        out.println(tags);
        for (int i = 0; i < tags.count(); i++) {
            out.println("row " + tags.indexAt(i, 0) + ": " + tags.values().utf8At(i));
        }
        // end
        assertThat(out).hasToString("""
                string [3, 2] {[0, 0]: "red", [0, 1]: "round", [2, 0]: "blue"}
                row 0: red
                row 0: round
                row 2: blue
                """);
    }
}
