package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.RaggedTensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class RaggedRowsTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        List<Bytes> payloads = List.of(
                Example.builder().put("ids", 10, 11, 12).build().toBytes(),
                Example.empty().toBytes(),
                Example.builder().put("ids", 20).build().toBytes());

        FeatureSpecs specs = FeatureSpecs.builder()
                .put("ids", FeatureSpec.ragged(DType.INT64))
                .build();
        RaggedTensor ids = ExampleParser.compile(specs).parse(payloads).ragged("ids");

        out.println(ids);
        out.println(ids.longAt(0, 2));
        for (int row = 0; row < ids.rows(); row++) {
            out.println(ids.rowEnd(row) - ids.rowBegin(row) + " in " + ids.row(row));
        }
        // end
        assertThat(out).hasToString("""
                int64 [3, None] [[10, 11, 12], [], [20]]
                12
                3 in int64 [3] [10, 11, 12]
                0 in int64 [0] []
                1 in int64 [1] [20]
                """);
    }
}
