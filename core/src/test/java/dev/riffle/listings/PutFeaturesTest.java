package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Feature;
import java.util.List;
import org.junit.jupiter.api.Test;

class PutFeaturesTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        out.println(Feature.of("test_string"));
        out.println(Feature.of(new byte[] {(byte) 0xff, 0}));
        out.println(Feature.of(Math.E));
        out.println(Feature.of(true));
        out.println(Feature.of(1));
        out.println(Feature.of(List.of("one", "two")));
        // end
        assertThat(out).hasToString("""
                bytes_list {
                  value: "test_string"
                }
                bytes_list {
                  value: "\\377\\000"
                }
                float_list {
                  value: 2.7182817
                }
                int64_list {
                  value: 1
                }
                int64_list {
                  value: 1
                }
                bytes_list {
                  value: "one"
                  value: "two"
                }
                """);
    }
}
