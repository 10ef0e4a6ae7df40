package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureException;
import org.junit.jupiter.api.Test;

class NumberWidthsTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        Example example =
                Example.builder().put("id", 1L << 31).put("score", 0.5).build();
        Feature id = example.feature("id");

        out.println(id.longValue() + " " + example.feature("score").doubleValue());
        try {
            id.intValue();
        } catch (FeatureException e) {
            out.println(e.getMessage());
        }
        // end
        assertThat(out).hasToString("""
                2147483648 0.5
                feature "id": value 0 does not fit an int: 2147483648; read it as a long
                """);
    }
}
