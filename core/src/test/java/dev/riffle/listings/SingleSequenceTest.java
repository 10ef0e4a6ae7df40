package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.parse.SequenceExampleParser;
import dev.riffle.parse.SequenceFeatureSpecs;
import org.junit.jupiter.api.Test;

class SingleSequenceTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        SequenceExampleParser parser = SequenceExampleParser.compile(
                SequenceFeatureSpecs.parse("context(label:int64) lists(frames:float32[?,2], words:string*)"));
        SequenceExample walk = SequenceExample.builder()
                .context(Example.builder().put("label", 1).build())
                .put("frames", Feature.of(1f, 2f), Feature.of(3f, 4f))
                .put("words", Feature.of("left", "foot"), Feature.of("right"))
                .build();

        out.print(parser.parse(walk.toBytes()));
        // end
        assertThat(out).hasToString("""
                context
                label: int64 [] 1
                lists
                frames: float32 [2, 2] [[1.0, 2.0], [3.0, 4.0]]
                words: string [2, 2] {[0, 0]: "left", [0, 1]: "foot", [1, 0]: "right"}
                """);
    }
}
