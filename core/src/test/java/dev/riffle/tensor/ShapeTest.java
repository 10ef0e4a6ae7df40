package dev.riffle.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ShapeTest {

    @Test
    void countsElements() {
        assertThat(Shape.of(2, 3).elements()).isEqualTo(6);
        assertThat(Shape.scalar().elements()).isEqualTo(1);
        assertThat(Shape.of(2, 0).elements()).isZero();
    }

    @Test
    void limitsTheElementCountToALong() {
        int most = Integer.MAX_VALUE;

        assertThat(Shape.of(most, most).elements()).isEqualTo((long) most * most);
        assertThat(Shape.of(most, most, most, 2).elements()).isEqualTo(Long.MAX_VALUE);
        assertThat(Shape.of(most, most, most, 0).elements()).isZero();
    }

    @Test
    void copiesItsDimensions() {
        int[] dims = {2, 3};
        Shape shape = Shape.of(dims);
        dims[0] = 9;
        shape.toArray()[1] = 9;
        shape.toLongArray()[1] = 9;

        assertThat(shape.toArray()).containsExactly(2, 3);
        assertThat(shape.rank()).isEqualTo(2);
        assertThat(shape.toLongArray()).containsExactly(2, 3);
        assertThat(shape.dim(1)).isEqualTo(3);
    }

    @Test
    void returnsItsDimensionsAsLongs() {
        assertThat(Shape.of(0, Integer.MAX_VALUE).toLongArray()).containsExactly(0L, 2_147_483_647L);
        assertThat(Shape.scalar().toLongArray()).isEmpty();
    }

    @Test
    void rejectsDimensionsThatDoNotExist() {
        assertThatIllegalArgumentException().isThrownBy(() -> Shape.of(2, -1)).withMessageContaining("[2, -1]");
        assertThatIllegalArgumentException().isThrownBy(() -> Shape.scalar().prepend(-1));
        assertThatThrownBy(() -> Shape.of(2).dim(1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void prependsDimensions() {
        assertThat(Shape.of(3).prepend(1, 2)).isEqualTo(Shape.of(1, 2, 3)).hasSameHashCodeAs(Shape.of(1, 2, 3));
        assertThat(Shape.scalar().prepend()).isEqualTo(Shape.scalar()).isNotEqualTo(Shape.of(1));
    }

    @Test
    void printsItself() {
        assertThat(Shape.of(2, 3)).hasToString("[2, 3]");
        assertThat(Shape.scalar()).hasToString("[]");
    }
}
