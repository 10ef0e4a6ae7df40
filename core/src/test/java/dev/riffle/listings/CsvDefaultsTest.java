package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.Bytes;
import dev.riffle.parse.csv.CsvColumn;
import dev.riffle.parse.csv.CsvDecoder;
import dev.riffle.tensor.DType;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvDefaultsTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        CsvDecoder decoder =
                CsvDecoder.of(CsvColumn.required(DType.STRING), CsvColumn.int64(4), CsvColumn.float32(0.5f));
        List<Bytes> lines = List.of(Bytes.ofUtf8("goat,4,0.9876"), Bytes.ofUtf8("\"cat, grey\",,1"));

        decoder.decode(lines).forEach(out::println);
        // end
        assertThat(out).hasToString("""
                string [2] ["goat", "cat, grey"]
                int64 [2] [4, 4]
                float32 [2] [0.9876, 1.0]
                """);
    }
}
