package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReaderAloneTest {

    @Test
    void run(@TempDir Path directory) throws IOException {
        Printed out = new Printed(directory);
        Path file = ObservationFile.in(directory);
        // listing
        try (RecordReader records = RecordReader.open(file)) {
            if (records.next()) {
                Example example = Example.parse(records.payload());
                out.print(example.toText());
            }
        }
        // end
        assertThat(out).hasToString("""
                features {
                  feature {
                    key: "feature0"
                    value {
                      int64_list {
                        value: 1
                      }
                    }
                  }
                  feature {
                    key: "feature1"
                    value {
                      int64_list {
                        value: 3
                      }
                    }
                  }
                  feature {
                    key: "feature2"
                    value {
                      bytes_list {
                        value: "horse"
                      }
                    }
                  }
                  feature {
                    key: "feature3"
                    value {
                      float_list {
                        value: 1.1027445
                      }
                    }
                  }
                }
                """);
    }
}
