package dev.riffle.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.io.Bytes;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class RawDecoderTest {

    @Test
    void decodesInBothOrders() {
        Bytes bytes = Bytes.ofHex("01020304");
        RawDecoder shorts = RawDecoder.of(DType.INT16);
        assertThat(shorts.decode(bytes)).hasToString("int16 [2] [513, 1027]");
        assertThat(shorts.order(ByteOrder.BIG_ENDIAN).decode(bytes)).hasToString("int16 [2] [258, 772]");
        assertThat(shorts.order(ByteOrder.BIG_ENDIAN).fixedLength(6).decode(bytes))
                .hasToString("int16 [3] [258, 772, 0]");
        assertThat(RawDecoder.of(DType.COMPLEX64).order(ByteOrder.BIG_ENDIAN).decode(Bytes.ofHex("3f80000040000000")))
                .hasToString("complex64 [1] [1.0+2.0j]");
        assertThat(RawDecoder.of(DType.BOOL).decode(Bytes.ofHex("000205"))).hasToString("bool [3] [false, true, true]");
        assertThat(RawDecoder.of(DType.FLOAT32).decode(Bytes.empty())).hasToString("float32 [0] []");
    }

    @Test
    void addsADimension() {
        DenseTensor strings = DenseTensor.of(Shape.of(1, 2), Values.ofStrings("ab", "cd"));
        assertThat(RawDecoder.of(DType.UINT8).decode(strings)).hasToString("uint8 [1, 2, 2] [[[97, 98], [99, 100]]]");
        DenseTensor none = DenseTensor.vector(Values.ofStrings());
        assertThat(RawDecoder.of(DType.INT32).decode(none).shape()).isEqualTo(Shape.of(0, 0));
        assertThat(RawDecoder.of(DType.INT32).fixedLength(8).decode(none).shape())
                .isEqualTo(Shape.of(0, 2));
    }

    @Test
    void cutsAndPadsToAFixedLength() {
        DenseTensor strings = DenseTensor.vector(Values.ofStrings("a", "bcd"));
        assertThat(RawDecoder.of(DType.UINT8).fixedLength(2).decode(strings))
                .hasToString("uint8 [2, 2] [[97, 0], [98, 99]]");
        assertThatExceptionOfType(MalformedTensorException.class)
                .isThrownBy(() -> RawDecoder.of(DType.UINT8).decode(strings))
                .withMessageContaining("string 0 has 1 bytes and string 1 has 3; a fixed length cuts and pads them");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> RawDecoder.of(DType.UINT8).fixedLength(1 << 30).decode(strings))
                .withMessage(
                        "the tensor would have 2147483648 bytes, more than 2147483639; decode fewer strings in one call");
    }

    @Test
    void rejectsWhatTensorFlowRejects() {
        for (DType dtype : new DType[] {DType.UINT32, DType.UINT64, DType.STRING, DType.QINT8, DType.INT4}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RawDecoder.of(dtype))
                    .withMessageStartingWith("decode_raw does not support " + dtype);
        }
        for (DType dtype : new DType[] {DType.FLOAT16, DType.BOOL, DType.COMPLEX64, DType.COMPLEX128}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RawDecoder.of(dtype).fixedLength(16))
                    .withMessage("decode_raw with a fixed length does not support " + dtype);
        }
        RawDecoder shorts = RawDecoder.of(DType.INT16);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> shorts.fixedLength(0))
                .withMessage("fixedLength must be positive: 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> shorts.fixedLength(3))
                .withMessage("fixedLength must be a multiple of 2, the size of int16: 3");
        assertThatExceptionOfType(MalformedTensorException.class)
                .isThrownBy(() -> shorts.decode(Bytes.ofHex("000000")))
                .withMessage("string 0 cannot be decoded: expected a multiple of 2 bytes, the size of int16, found 3")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(MalformedTensorException.Reason.OTHER_LENGTH));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> shorts.decode(DenseTensor.scalar(Values.ofInts(1))))
                .withMessage("strings must be of type string: int32");
    }
}
