package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.Bytes;
import dev.riffle.parse.csv.CsvColumn;
import dev.riffle.parse.csv.CsvDecoder;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvLinesTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        CsvDecoder decoder = CsvDecoder.of(CsvColumn.required(DType.STRING), CsvColumn.int64(-1), CsvColumn.float32(0));

        List<DenseTensor> columns = decoder.decode(
                List.of(Bytes.ofUtf8("goat,4,61.5"), Bytes.ofUtf8("\"hen, brown\",2,1e1"), Bytes.ofUtf8("snake,,")));

        columns.forEach(out::println);
        // end
        assertThat(out).hasToString("""
                string [3] ["goat", "hen, brown", "snake"]
                int64 [3] [4, 2, -1]
                float32 [3] [61.5, 10.0, 0.0]
                """);
    }
}
