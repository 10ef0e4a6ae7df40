package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.tensor.DType;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaddedSequenceTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        List<Bytes> payloads = List.of(
                Example.builder()
                        .put("path", 1, 2, 3, 4)
                        .put("words", 8, 9)
                        .build()
                        .toBytes(),
                Example.builder().put("path", 5, 6).build().toBytes());

        FeatureSpecs specs = FeatureSpecs.builder()
                .put("words", FeatureSpec.fixedLenSequence(DType.INT64).allowMissing())
                .put(
                        "path",
                        FeatureSpec.fixedLenSequence(DType.INT64, 2)
                                .allowMissing()
                                .paddedWith(-1))
                .build();

        out.print(ExampleParser.compile(specs).parse(payloads));
        // end
        assertThat(out).hasToString("""
                words: int64 [2, 2] [[8, 9], [0, 0]]
                path: int64 [2, 2, 2] [[[1, 2], [3, 4]], [[5, 6], [-1, -1]]]
                """);
    }
}
