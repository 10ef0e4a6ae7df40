package dev.riffle.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.example.FeatureException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Tests that values of every type return their elements one by one and in bulk. */
class ElementTypesTest {

    @Test
    void readsUnsignedIntegersAsPositiveNumbers() {
        assertThat(Values.ofInt8((byte) -1, (byte) 127).toInts()).containsExactly(-1, 127);
        assertThat(Values.ofUint8((byte) -1).toLongs()).containsExactly(255);
        assertThat(Values.ofInt16((short) -2).toLongs()).containsExactly(-2);
        assertThat(Values.ofUint16((short) 40_000).toInts()).containsExactly(40_000);
        assertThat(Values.ofUint32(-1).toLongs()).containsExactly(0xffffffffL);
        assertThat(Values.ofUint64(-1).bigIntegerAt(0)).isEqualTo(new BigInteger("18446744073709551615"));
        assertThat(small(DType.INT4, 0x0d, 0x7).toInts()).containsExactly(-3, 7);
        assertThat(small(DType.UINT4, 0xfd).toInts()).containsExactly(13);
        assertThat(small(DType.INT2, 2, 1).toInts()).containsExactly(-2, 1);
        assertThat(small(DType.UINT2, 7).toInts()).containsExactly(3);
        assertThat(small(DType.QINT8, 0xff).toInts()).containsExactly(-1);
        assertThat(small(DType.QUINT8, 0xff).toInts()).containsExactly(255);
    }

    @Test
    void readsFloatsAsWiderTypes() {
        assertThat(Values.ofFloat16(1.5f, -0f, 1e9f).toFloats()).containsExactly(1.5f, -0f, Float.POSITIVE_INFINITY);
        assertThat(Values.ofBFloat16(1.5f, Float.NaN).toDoubles()).containsExactly(1.5, Double.NaN);
        assertThat(small(DType.FLOAT8_E5M2, 0x3c, 0xc0).toFloats()).containsExactly(1, -2);
        assertThat(small(DType.FLOAT4_E2M1FN, 5).doubleAt(0)).isEqualTo(3);
        assertThat(Values.ofFloats(0.1f).toDoubles()).containsExactly((double) 0.1f);
    }

    @Test
    void complexNumbersHaveTwoParts() {
        DenseTensor small = DenseTensor.vector(Values.ofComplex64(1, -2));
        DenseTensor large = DenseTensor.vector(Values.ofComplex128(1, 2, 3, 4));
        assertThat(small.realAt(0)).isEqualTo(1);
        assertThat(small.imaginaryAt(0)).isEqualTo(-2);
        assertThat(large.imaginaryAt(1)).isEqualTo(4);
        assertThat(small).hasToString("complex64 [1] [1.0-2.0j]");
        assertThat(large).hasToString("complex128 [2] [1.0+2.0j, 3.0+4.0j]");
        assertThatIllegalArgumentException().isThrownBy(() -> Values.ofComplex64(1, 2, 3));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Values.ofComplex128(1))
                .withMessage("complex numbers need an even number of parts: 1");
    }

    @Test
    void readsAtAPosition() {
        assertThat(DenseTensor.vector(Values.ofBooleans(true, false)).booleanAt(1))
                .isFalse();
        assertThat(DenseTensor.scalar(Values.ofUint64(-1)).bigIntegerAt()).hasToString("18446744073709551615");
        assertThat(DenseTensor.vector(Values.ofBooleans(true, false))).hasToString("bool [2] [true, false]");
    }

    @Test
    void viewsSixteenBitTypesAsShorts() {
        assertThat(Values.ofFloat16(1).asShortBuffer().get(0)).isEqualTo((short) 0x3c00);
        assertThat(Values.ofUint16((short) -1).asShortBuffer().isReadOnly()).isTrue();
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> Values.ofInts(1).asShortBuffer())
                .withMessage("the elements are int32, not a type of 16 bits");
    }

    @Test
    void rejectsTypesThatWouldLoseValues() {
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> Values.ofUint32(1).toInts());
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> Values.ofUint64(1).toLongs());
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> Values.ofLongs().toInts());
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> Values.ofDoubles().toFloats());
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> Values.ofInts(1).toFloats());
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> Values.ofBooleans(true).toInts());
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> Values.ofInts(1).doubleAt(0))
                .withMessage("the elements are int32, not float64");
    }

    private static Values small(DType dtype, int... bits) {
        ByteBuffer data = ByteBuffer.allocate(bits.length);
        for (int b : bits) {
            data.put((byte) b);
        }
        return Values.wrap(dtype, bits.length, data);
    }
}
