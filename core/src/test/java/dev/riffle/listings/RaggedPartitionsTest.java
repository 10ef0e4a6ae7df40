package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.Partition;
import dev.riffle.tensor.DType;
import java.util.List;
import org.junit.jupiter.api.Test;

class RaggedPartitionsTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        Bytes payload = Example.builder()
                .put("v", 3, 1, 4, 1, 5, 9)
                .put("lengths", 2, 1, 0, 3)
                .put("outer", 0, 2, 3, 4)
                .build()
                .toBytes();

        FeatureSpec.Ragged values =
                FeatureSpec.ragged(DType.INT64).valueKey("v").validated();
        FeatureSpecs specs = FeatureSpecs.builder()
                .put("plain", values)
                .put("rows", values.partitionedBy(new Partition.RowLengths("lengths")))
                .put(
                        "nested",
                        values.partitionedBy(new Partition.RowSplits("outer"), new Partition.RowLengths("lengths")))
                .put("pairs", values.partitionedBy(new Partition.UniformRowLength(2)))
                .build();

        out.print(ExampleParser.compile(specs).parse(List.of(payload)));
        // end
        assertThat(out).hasToString("""
                plain: int64 [1, None] [[3, 1, 4, 1, 5, 9]]
                rows: int64 [1, None, None] [[[3, 1], [4], [], [1, 5, 9]]]
                nested: int64 [1, None, None, None] [[[[3, 1], [4]], [[]], [[1, 5, 9]]]]
                pairs: int64 [1, None, 2] [[[3, 1], [4, 1], [5, 9]]]
                """);
    }
}
