package dev.riffle.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SparseTensorTest {

    private static final SparseTensor TWO =
            SparseTensor.of(Values.ofLongs(0, 3, 1, 0), Values.ofStrings("a", "b"), Shape.of(2, 9));

    @Test
    void returnsTheIndicesOfElements() {
        assertThat(TWO.dtype()).isEqualTo(DType.STRING);
        assertThat(TWO.count()).isEqualTo(2);
        assertThat(((Tensor) TWO).shape()).isEqualTo(Shape.of(2, 9));
        assertThat(TWO.indexAt(0, 1)).isEqualTo(3);
        assertThat(TWO.indexAt(1, 0)).isEqualTo(1);
    }

    @Test
    void rejectsElementsAndDimensionsThatDoNotExist() {
        assertThatThrownBy(() -> TWO.indexAt(2, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> TWO.indexAt(0, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> TWO.indexAt(1, -1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void rejectsIndicesThatDoNotMatchTheElements() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SparseTensor.of(Values.ofInts(0), Values.ofLongs(1), Shape.of(1)))
                .withMessage("indices must be int64: int32");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SparseTensor.of(Values.ofLongs(0, 1, 2), Values.ofLongs(1, 2), Shape.of(3, 3)))
                .withMessage("2 elements in 2 dimensions need 4 indices, found 3");
    }

    @Test
    void keepsIndicesOutsideTheShape() {
        assertThat(SparseTensor.of(Values.ofLongs(-1), Values.ofLongs(5), Shape.of(2)))
                .hasToString("int64 [2] {[-1]: 5}");
    }

    @Test
    void comparesIndicesElementsAndShape() {
        assertThat(TWO)
                .isEqualTo(SparseTensor.of(Values.ofLongs(0, 3, 1, 0), Values.ofStrings("a", "b"), Shape.of(2, 9)))
                .isNotEqualTo(SparseTensor.of(Values.ofLongs(0, 3, 1, 0), Values.ofStrings("a", "b"), Shape.of(2, 8)))
                .isNotEqualTo(SparseTensor.of(Values.ofLongs(0, 3, 1, 1), Values.ofStrings("a", "b"), Shape.of(2, 9)));
    }

    @Test
    void printsIndicesAndElements() {
        assertThat(TWO).hasToString("string [2, 9] {[0, 3]: \"a\", [1, 0]: \"b\"}");
        assertThat(SparseTensor.of(Values.ofLongs(), Values.ofFloats(), Shape.of(0, 0)))
                .hasToString("float32 [0, 0] {}");
        assertThat(SparseTensor.of(Values.ofLongs(new long[2000]), Values.ofLongs(new long[1000]), Shape.of(5, 5)))
                .hasToString("int64 [5, 5] {[0, 0]: 0, [0, 0]: 0, [0, 0]: 0, ... of 1000}");
    }
}
