package dev.riffle.listings.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.MalformedTensorException;
import dev.riffle.tensor.RawDecoder;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.TensorProto;
import dev.riffle.tensor.Values;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

class TensorCallsTest {

    @Test
    void constants() {
        List<DenseTensor> tensors = List.of(
                DenseTensor.of(Shape.of(2, 2), Values.ofFloats(1, 2, 3, 4)),
                DenseTensor.vector(Values.ofLongs(1, 2, 3)),
                DenseTensor.scalar(Values.ofStrings("goat")),
                DenseTensor.vector(Values.ofFloat16(1, 2)),
                DenseTensor.vector(Values.ofBFloat16(1, 2)));
        assertThat(tensors)
                .extracting(DenseTensor::dtype)
                .containsExactly(DType.FLOAT32, DType.INT64, DType.STRING, DType.FLOAT16, DType.BFLOAT16);
    }

    @Test
    void serialized() {
        DenseTensor tensor = DenseTensor.of(Shape.of(2, 2), Values.ofFloats(1, 2, 3, 4));
        Bytes serialized = TensorProto.serialize(tensor);
        assertThat(TensorProto.parse(serialized, DType.FLOAT32)).isEqualTo(tensor);
        assertThat(TensorProto.parse(serialized)).isEqualTo(tensor);
        Example example =
                Example.builder().put("matrix", TensorProto.serialize(tensor)).build();
        assertThat(TensorProto.parse(example.feature("matrix").bytesValue())).isEqualTo(tensor);
    }

    @Test
    void raw() {
        Bytes bytes = Bytes.ofHex("01000200");
        DenseTensor numbers = RawDecoder.of(DType.INT16).decode(bytes);
        assertThat(numbers.values().intAt(1)).isEqualTo(2);
        RawDecoder turned = RawDecoder.of(DType.INT16).order(ByteOrder.BIG_ENDIAN);
        assertThat(turned.decode(bytes).intAt(0)).isEqualTo(256);
        DenseTensor strings = DenseTensor.vector(Values.ofBytes(List.of(bytes, bytes)));
        assertThat(RawDecoder.of(DType.UINT8).decode(strings).shape()).isEqualTo(Shape.of(2, 4));
        RawDecoder padded = RawDecoder.of(DType.UINT8).fixedLength(8);
        assertThat(padded.decode(bytes).shape()).isEqualTo(Shape.of(8));
    }

    @Test
    void damage() {
        Bytes bytes = Bytes.ofHex("010203");
        assertThatThrownBy(() -> TensorProto.parse(bytes)).isInstanceOf(MalformedTensorException.class);
        assertThatThrownBy(() -> RawDecoder.of(DType.INT16).decode(bytes)).isInstanceOf(MalformedTensorException.class);
    }
}
