package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Feature;
import dev.riffle.io.Bytes;
import org.junit.jupiter.api.Test;

class FeatureAloneTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        Feature feature = Feature.of(Math.E);
        Bytes serialized = feature.toBytes();

        out.println(serialized);
        out.println(Feature.parse(serialized).floatValue());
        // end
        assertThat(out).hasToString("""
                8 bytes [12060a0454f82d40]
                2.7182817
                """);
    }
}
