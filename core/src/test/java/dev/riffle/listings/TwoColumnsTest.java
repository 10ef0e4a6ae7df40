package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import java.util.List;
import org.junit.jupiter.api.Test;

class TwoColumnsTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        ExampleBuilder wide = Example.builder().put("label", 1).put("price", 9.5f);
        for (int i = 0; i < 200; i++) {
            wide.put("unused" + i, i);
        }
        Bytes row = wide.build().toBytes();

        ExampleParser two = ExampleParser.compile(FeatureSpecs.parse("label:int64, price:float32"));

        out.print(two.parse(List.of(row, row)));
        // end
        assertThat(out).hasToString("""
                label: int64 [2] [1, 1]
                price: float32 [2] [9.5, 9.5]
                """);
    }
}
