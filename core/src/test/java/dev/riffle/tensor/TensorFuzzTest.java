package dev.riffle.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.riffle.io.Bytes;
import java.nio.ByteOrder;

/**
 * Parses arbitrary bytes as a tensor. The result must agree with {@link PlainTensor}, or the parser must throw the
 * documented exception.
 */
class TensorFuzzTest {

    @FuzzTest
    void tensor(byte[] message) {
        if (TensorCheck.parses(message)) {
            DenseTensor tensor = TensorProto.parse(Bytes.copyOf(message));
            assertThat(tensor.toString()).startsWith(tensor.dtype() + " " + tensor.shape());
            if (TensorProtoTest.SERIALIZED.contains(tensor.dtype())) {
                assertThat(TensorProto.parse(TensorProto.serialize(tensor), tensor.dtype()))
                        .isEqualTo(tensor);
            }
        }
    }

    @FuzzTest
    void raw(byte[] bytes) {
        for (DType dtype : DType.values()) {
            RawDecoder decoder;
            try {
                decoder = RawDecoder.of(dtype).order(ByteOrder.BIG_ENDIAN);
            } catch (IllegalArgumentException e) {
                continue;
            }
            try {
                assertThat(decoder.decode(Bytes.copyOf(bytes)).values().size() * dtype.byteSize())
                        .isEqualTo(bytes.length);
            } catch (MalformedTensorException e) {
                assertThat(bytes.length % dtype.byteSize()).isNotZero();
            }
        }
    }
}
