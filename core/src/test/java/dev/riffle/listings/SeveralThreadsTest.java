package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.PayloadBatch;
import org.junit.jupiter.api.Test;

class SeveralThreadsTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("id:int64, text:string"));
        PayloadBatch payloads = new PayloadBatch();
        for (int i = 0; i < 20_000; i++) {
            payloads.add(Example.builder()
                    .put("id", i)
                    .put("text", "row " + i)
                    .build()
                    .toBytes());
        }

        ParsedFeatures alone = parser.parse(payloads);
        ParsedFeatures together = parser.threads(4).parse(payloads);

        out.println(together.dense("id"));
        out.println(together.asMap().equals(alone.asMap()));
        // end
        assertThat(out).hasToString("""
                int64 [20000] [0, 1, 2, ..., 19997, 19998, 19999]
                true
                """);
    }
}
