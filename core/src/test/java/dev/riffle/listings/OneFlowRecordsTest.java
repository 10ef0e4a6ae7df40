package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import java.util.List;
import org.junit.jupiter.api.Test;

class OneFlowRecordsTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        Example record = Example.builder()
                .put("label", Feature.ofInt32s(3))
                .put("score", Feature.ofDoubles(0.25))
                .build();
        Bytes payload = record.toBytes(Dialect.ONEFLOW);

        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("label:int32, score:float64"), Dialect.ONEFLOW);

        out.print(parser.parse(List.of(payload)));
        // end
        assertThat(out).hasToString("""
                label: int32 [1] [3]
                score: float64 [1] [0.25]
                """);
    }
}
