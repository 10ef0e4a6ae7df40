package dev.riffle.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.MalformedTensorException;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.TensorProto;
import dev.riffle.tensor.Values;
import org.junit.jupiter.api.Test;

class TensorMessagesTest {

    @Test
    void run() {
        Printed out = new Printed();
        // listing
        DenseTensor half = DenseTensor.of(Shape.of(2, 2), Values.ofFloat16(0.1f, 1, 2, 3));
        Bytes serialized = TensorProto.serialize(half);

        DenseTensor back = TensorProto.parse(serialized, DType.FLOAT16);
        out.println(serialized);
        out.println(back);
        out.println(back.floatAt(1, 0));

        Bytes oneValueForThree = Bytes.ofHex("08011204120208032a040000803f");
        out.println(TensorProto.parse(oneValueForThree));

        try {
            TensorProto.parse(serialized, DType.FLOAT32);
        } catch (MalformedTensorException e) {
            out.println(e.getMessage());
        }
        // end
        assertThat(out).hasToString("""
                22 bytes [0813120812020802120208022208662e003c00400042]
                float16 [2, 2] [[0.099975586, 1.0], [2.0, 3.0]]
                2.0
                float32 [3] [1.0, 1.0, 1.0]
                expected a tensor of float32, found float16
                """);
    }
}
