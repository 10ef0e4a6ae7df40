package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedSequenceFeatures;
import dev.riffle.parse.SequenceExampleParser;
import dev.riffle.parse.SequenceFeatureSpecs;
import dev.riffle.tensor.DType;
import java.util.List;
import org.junit.jupiter.api.Test;

class SequencesTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        Bytes walk = SequenceExample.builder()
                .context(Example.builder().put("label", 1).build())
                .put("frames", Feature.of(1f, 2f), Feature.of(3f, 4f))
                .put("words", Feature.of("left", "foot"), Feature.of("right"))
                .build()
                .toBytes();
        Bytes stand = SequenceExample.builder()
                .context(Example.builder().put("label", 0).build())
                .put("frames", Feature.of(5f, 6f))
                .build()
                .toBytes();

        SequenceFeatureSpecs specs = new SequenceFeatureSpecs(
                FeatureSpecs.builder()
                        .put("label", FeatureSpec.fixedLen(DType.INT64))
                        .build(),
                FeatureSpecs.builder()
                        .put("frames", FeatureSpec.fixedLenSequence(DType.FLOAT32, 2))
                        .put("words", FeatureSpec.ragged(DType.STRING))
                        .build());
        SequenceExampleParser parser = SequenceExampleParser.compile(specs);
        ParsedSequenceFeatures batch = parser.parse(List.of(walk, stand));

        out.print(batch);
        out.println(batch.lengths("frames").longAt(0));
        out.println(batch.featureLists().ragged("words").utf8At(0, 0, 1));
        // end
        assertThat(out).hasToString("""
                context
                label: int64 [2] [1, 0]
                lists
                frames: float32 [2, 2, 2] [[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [0.0, 0.0]]]
                words: string [2, None, None] [[["left", "foot"], ["right"]], []]
                frames lengths: int64 [2] [2, 1]
                2
                foot
                """);
    }
}
