package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.TensorProto;
import dev.riffle.tensor.Values;
import org.junit.jupiter.api.Test;

class SerializedTensorsTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        DenseTensor matrix = DenseTensor.of(Shape.of(2, 3), Values.ofFloats(1, 2, 3, 4, 5, 6));
        Bytes record = Example.builder()
                .put("matrix", TensorProto.serialize(matrix))
                .build()
                .toBytes();

        ParsedFeatures parsed =
                ExampleParser.compile(FeatureSpecs.parse("matrix:string")).parse(record);
        DenseTensor back = TensorProto.parse(parsed.dense("matrix").bytesAt(), DType.FLOAT32);

        out.println(back);
        // end
        assertThat(out).hasToString("""
                float32 [2, 3] [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
                """);
    }
}
