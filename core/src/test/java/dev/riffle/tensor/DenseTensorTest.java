package dev.riffle.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.FeatureException;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DenseTensorTest {

    @Test
    void findsElementsByTheirPosition() {
        DenseTensor tensor = DenseTensor.of(Shape.of(2, 3), Values.ofLongs(1, 2, 3, 4, 5, 6));

        assertThat(tensor.dtype()).isEqualTo(DType.INT64);
        assertThat(tensor.longAt(1, 0)).isEqualTo(4);
        assertThat(tensor.indexOf(1, 2)).isEqualTo(5);
        assertThat(DenseTensor.vector(Values.ofInts(1, 2)).intAt(1)).isEqualTo(2);
        assertThat(DenseTensor.vector(Values.ofFloats(1, 2)).floatAt(1)).isEqualTo(2);
        assertThat(DenseTensor.vector(Values.ofDoubles(1, 2)).doubleAt(1)).isEqualTo(2);
        assertThat(DenseTensor.vector(Values.ofStrings("a", "b")).utf8At(1)).isEqualTo("b");
        assertThat(DenseTensor.vector(Values.ofStrings("a", "b")).bytesAt(1)).isEqualTo(Bytes.ofUtf8("b"));
    }

    @Test
    void readsAScalarWithoutAPosition() {
        assertThat(DenseTensor.scalar(Values.ofLongs(7)).longAt()).isEqualTo(7);
        assertThatIllegalArgumentException().isThrownBy(() -> DenseTensor.scalar(Values.ofLongs()));
    }

    @Test
    void rejectsPositionsThatDoNotExist() {
        DenseTensor tensor = DenseTensor.of(Shape.of(2, 3), Values.ofLongs(1, 2, 3, 4, 5, 6));

        assertThatThrownBy(() -> tensor.longAt(0, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> tensor.longAt(-1, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tensor.longAt(1))
                .withMessage("a position in 2 dimensions needs 2 indices: [1]");
        assertThatIllegalArgumentException().isThrownBy(() -> tensor.longAt(0, 0, 0));
        assertThatExceptionOfType(FeatureException.class).isThrownBy(() -> tensor.floatAt(0, 0));
    }

    @Test
    void copiesRowsOfFloats() {
        Values values = Values.ofFloats(0, 1, 2, 3, 4, 5, 6).slice(1, 7);

        assertThat(DenseTensor.of(Shape.of(2, 3), values).toFloatRows())
                .isDeepEqualTo(new float[][] {{1, 2, 3}, {4, 5, 6}});
        assertThat(DenseTensor.of(Shape.of(1, 2, 3), values).toFloatRows())
                .isDeepEqualTo(new float[][] {{1, 2, 3, 4, 5, 6}});
        assertThat(DenseTensor.of(Shape.of(3, 2, 1), values).toFloatRows())
                .isDeepEqualTo(new float[][] {{1, 2}, {3, 4}, {5, 6}});
        assertThat(DenseTensor.vector(Values.ofFloat16(1.5f, -2)).toFloatRows())
                .isDeepEqualTo(new float[][] {{1.5f}, {-2}});
    }

    @Test
    void copiesRowsWithoutElements() {
        assertThat(DenseTensor.of(Shape.of(0, 3), Values.ofFloats()).toFloatRows())
                .isEmpty();
        assertThat(DenseTensor.of(Shape.of(2, 0), Values.ofFloats()).toFloatRows())
                .isDeepEqualTo(new float[][] {{}, {}});
        assertThat(DenseTensor.of(Shape.of(2, 3, 0), Values.ofFloats()).toFloatRows())
                .isDeepEqualTo(new float[][] {{}, {}});
    }

    @Test
    void copiesRowsOfTheFloatTypesThatFitAFloat() {
        Set<DType> copied = EnumSet.noneOf(DType.class);
        for (DType dtype : DType.values()) {
            Values none = dtype == DType.STRING ? Values.ofStrings() : Values.wrap(dtype, 0, ByteBuffer.allocate(0));
            try {
                DenseTensor.of(Shape.of(0, 3), none).toFloatRows();
                copied.add(dtype);
            } catch (FeatureException e) {
                assertThat(e).hasMessage("the elements are " + dtype + ", not float32");
            }
        }
        assertThat(copied)
                .containsExactly(
                        DType.FLOAT32,
                        DType.BFLOAT16,
                        DType.FLOAT16,
                        DType.FLOAT8_E5M2,
                        DType.FLOAT8_E4M3FN,
                        DType.FLOAT8_E4M3FNUZ,
                        DType.FLOAT8_E4M3B11FNUZ,
                        DType.FLOAT8_E5M2FNUZ,
                        DType.FLOAT4_E2M1FN);
    }

    @Test
    void hasNoRowsAsAScalar() {
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> DenseTensor.scalar(Values.ofFloats(1)).toFloatRows())
                .withMessage("a tensor of shape [] has no rows");
    }

    @Test
    void rejectsAShapeOfAnotherSize() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DenseTensor.of(Shape.of(2, 2), Values.ofLongs(1)))
                .withMessage("shape [2, 2] has 4 elements, the values have 1");
        int most = Integer.MAX_VALUE;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DenseTensor.of(Shape.of(most, most, most), Values.ofLongs()));
    }

    @Test
    void isEqualInShapeAndElements() {
        DenseTensor tensor = DenseTensor.of(Shape.of(1, 2), Values.ofLongs(1, 2));

        assertThat(tensor)
                .isEqualTo(
                        DenseTensor.of(Shape.of(1, 2), Values.ofLongs(0, 1, 2).slice(1, 3)))
                .isNotEqualTo(DenseTensor.vector(Values.ofLongs(1, 2)))
                .isNotEqualTo(DenseTensor.of(Shape.of(1, 2), Values.ofLongs(1, 3)));
    }

    @Test
    void printsElementsInNestedBrackets() {
        assertThat(DenseTensor.of(Shape.of(2, 3), Values.ofFloats(1, 2, 3, 4, 5, 6)))
                .hasToString("float32 [2, 3] [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]");
        assertThat(DenseTensor.of(Shape.of(2, 2, 1), Values.ofInts(1, 2, 3, 4)))
                .hasToString("int32 [2, 2, 1] [[[1], [2]], [[3], [4]]]");
        assertThat(DenseTensor.scalar(Values.ofStrings("a"))).hasToString("string [] \"a\"");
        assertThat(DenseTensor.of(Shape.of(2, 0), Values.ofLongs())).hasToString("int64 [2, 0] [[], []]");
        assertThat(DenseTensor.of(Shape.of(0, 2), Values.ofLongs())).hasToString("int64 [0, 2] []");
    }

    @Test
    void printsTheEdgesOfManyElements() {
        assertThat(DenseTensor.of(Shape.of(100, 1), Values.wrap(DType.INT64, 100, ByteBuffer.allocate(800))))
                .hasToString("int64 [100, 1] [[0], [0], [0], ..., [0], [0], [0]]");
    }

    @Test
    void printsAboutAThousandCharactersAtMost() {
        int[] dims = new int[1500];
        Arrays.fill(dims, 1);
        Values million = Values.ofInts(new int[1 << 20]);

        assertThat(DenseTensor.of(Shape.of(32, 32, 32, 32), million).toString())
                .startsWith("int32 [32, 32, 32, 32] [[[[0, 0, 0, ..., 0, 0, 0], ")
                .hasSizeLessThan(1010);
        assertThat(DenseTensor.of(Shape.of(dims), Values.ofLongs(1)).toString()).hasSizeLessThan(1010);
        assertThat(DenseTensor.of(Shape.of(Integer.MAX_VALUE, Integer.MAX_VALUE, 0), Values.ofLongs())
                        .toString())
                .hasSizeLessThan(1010);
    }
}
