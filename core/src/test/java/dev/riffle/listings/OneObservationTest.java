package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import org.junit.jupiter.api.Test;

class OneObservationTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        Example example = Example.builder()
                .put("feature0", false)
                .put("feature1", 4)
                .put("feature2", "goat")
                .put("feature3", 0.9876)
                .build();

        Bytes serialized = example.toBytes();
        Example parsed = Example.parse(serialized);

        out.println(serialized);
        out.print(parsed.toText());
        // end
        assertThat(out).hasToString("""
                84 bytes [0a520a110a08666561747572653012051a030a01000a110a0866656174757265...]
                features {
                  feature {
                    key: "feature0"
                    value {
                      int64_list {
                        value: 0
                      }
                    }
                  }
                  feature {
                    key: "feature1"
                    value {
                      int64_list {
                        value: 4
                      }
                    }
                  }
                  feature {
                    key: "feature2"
                    value {
                      bytes_list {
                        value: "goat"
                      }
                    }
                  }
                  feature {
                    key: "feature3"
                    value {
                      float_list {
                        value: 0.9876
                      }
                    }
                  }
                }
                """);
    }
}
