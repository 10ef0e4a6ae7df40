package dev.riffle.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.FeatureException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RaggedTensorTest {

    private static final RaggedTensor ROWS = RaggedTensor.of(Values.ofLongs(1, 2, 3), Values.ofInts(0, 2, 2, 3));

    /** The ragged tensor {@code [[[1], [2, 3]], [], [[4, 5]]]}. */
    private static final RaggedTensor NESTED =
            RaggedTensor.of(Values.ofLongs(1, 2, 3, 4, 5), Values.ofLongs(0, 2, 2, 3), Values.ofLongs(0, 1, 3, 5));

    private static RaggedTensor ofThree(long... splits) {
        return RaggedTensor.of(Values.ofLongs(1, 2, 3), Values.ofLongs(splits));
    }

    @Test
    void returnsTheBoundsOfRows() {
        assertThat(ROWS.rows()).isEqualTo(3);
        assertThat(ROWS.raggedRank()).isEqualTo(1);
        assertThat(ROWS.rowBegin(2)).isEqualTo(2);
        assertThat(ROWS.rowEnd(2)).isEqualTo(3);
        assertThat(NESTED.raggedRank()).isEqualTo(2);
        assertThat(NESTED.rowEnd(0)).isEqualTo(2);
        assertThat(NESTED.isValid()).isTrue();
        assertThatThrownBy(() -> ROWS.rowBegin(3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ROWS.rowEnd(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void findsElementsByTheirPosition() {
        assertThat(ROWS.longAt(0, 1)).isEqualTo(2);
        assertThat(ROWS.longAt(2, 0)).isEqualTo(3);
        assertThat(NESTED.longAt(0, 1, 1)).isEqualTo(3);
        assertThat(NESTED.longAt(2, 0, 1)).isEqualTo(5);
        assertThatThrownBy(() -> NESTED.longAt(1, 0, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> NESTED.longAt(0, 0, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> NESTED.longAt(3, 0, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatIllegalArgumentException().isThrownBy(() -> NESTED.longAt(0, 0));
    }

    @Test
    void returnsSingleRows() {
        assertThat(ROWS.row(0)).isEqualTo(DenseTensor.vector(Values.ofLongs(1, 2)));
        assertThat(ROWS.row(1)).isEqualTo(DenseTensor.vector(Values.ofLongs()));
        assertThat(NESTED.row(0)).isEqualTo(RaggedTensor.of(Values.ofLongs(1, 2, 3), Values.ofLongs(0, 1, 3)));
        assertThat(NESTED.row(1)).isEqualTo(RaggedTensor.of(Values.ofLongs(), Values.ofLongs(0)));
        assertThat(NESTED.row(2)).isEqualTo(RaggedTensor.of(Values.ofLongs(4, 5), Values.ofLongs(0, 2)));
        RaggedTensor ints = RaggedTensor.of(Values.ofLongs(1, 2), Values.ofInts(0, 1, 2), Values.ofInts(0, 1, 2));
        assertThat(ints.row(1)).isEqualTo(RaggedTensor.of(Values.ofLongs(2), Values.ofInts(0, 1)));
    }

    @Test
    void hasEntriesOfSeveralElements() {
        RaggedTensor pairs =
                new RaggedTensor(Values.ofInts(1, 2, 3, 4, 5, 6), List.of(Values.ofLongs(0, 1, 3)), Shape.of(2));

        assertThat(pairs.isValid()).isTrue();
        assertThat(pairs.intAt(1, 1, 0)).isEqualTo(5);
        assertThat(pairs.row(1)).isEqualTo(DenseTensor.of(Shape.of(2, 2), Values.ofInts(3, 4, 5, 6)));
        assertThat(pairs).hasToString("int32 [2, None, 2] [[[1, 2]], [[3, 4], [5, 6]]]");
        assertThat(new RaggedTensor(Values.ofInts(1, 2, 3), List.of(Values.ofLongs(0, 1)), Shape.of(2)).toString())
                .contains("3 elements do not fill entries of shape [2]");
    }

    @Test
    void hasTheShapeOfTheSmallestDenseTensorWithRoomForEveryRow() {
        Tensor pairs =
                new RaggedTensor(Values.ofInts(1, 2, 3, 4, 5, 6), List.of(Values.ofLongs(0, 1, 3)), Shape.of(2, 1));

        assertThat(((Tensor) ROWS).shape()).isEqualTo(Shape.of(3, 2));
        assertThat(NESTED.shape()).isEqualTo(Shape.of(3, 2, 2));
        assertThat(pairs.shape()).isEqualTo(Shape.of(2, 2, 2, 1));
        assertThat(ofThree(0, 3, 3, 3).shape()).isEqualTo(Shape.of(3, 3));
        assertThat(ofThree(0, 0, 0, 3).shape()).isEqualTo(Shape.of(3, 3));
        assertThat(RaggedTensor.of(Values.ofLongs(), Values.ofInts(0)).shape()).isEqualTo(Shape.of(0, 0));
        assertThat(RaggedTensor.of(Values.ofLongs(), Values.ofInts(0, 0), Values.ofInts(0))
                        .shape())
                .isEqualTo(Shape.of(1, 0, 0));
    }

    @Test
    void hasNoShapeIfRowSplitsAreInvalid() {
        RaggedTensor inner = RaggedTensor.of(Values.ofLongs(1), Values.ofInts(0, 1), Values.ofInts(0, 9));

        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> ofThree(0, 3, 2, 3).shape())
                .withMessage("a ragged tensor with invalid row splits has no shape: "
                        + "row splits decrease from 3 to 2 in row 1");
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> ofThree().shape());
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> ofThree(0, Long.MAX_VALUE).shape());
        assertThatExceptionOfType(FeatureException.class).isThrownBy(inner::shape);
    }

    @Test
    void rejectsMissingAndMixedRowSplits() {
        Values values = Values.ofLongs(1);

        assertThatIllegalArgumentException().isThrownBy(() -> RaggedTensor.of(values));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RaggedTensor.of(values, Values.ofInts(0, 1), Values.ofLongs(0, 1)))
                .withMessage("row splits must be all int32 or all int64: [int32, int64]");
        assertThatIllegalArgumentException().isThrownBy(() -> RaggedTensor.of(values, Values.ofFloats(0, 1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RaggedTensor(values, List.of(Values.ofInts(0, 1)), Shape.of(0)));
    }

    @Test
    void keepsSplitsPastTheEnd() {
        RaggedTensor tensor = ofThree(0, 1, Long.MAX_VALUE);

        assertThat(tensor.isValid()).isFalse();
        assertThat(tensor.longAt(0, 0)).isEqualTo(1);
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> tensor.longAt(1, 0))
                .withMessage(
                        "row splits are invalid: splits 1 and 2 are 1 and 9223372036854775807, " + "for 3 entries");
        assertThatExceptionOfType(FeatureException.class).isThrownBy(() -> tensor.row(1));
        assertThatExceptionOfType(FeatureException.class).isThrownBy(() -> tensor.rowEnd(1));
        assertThat(tensor)
                .hasToString(
                        "int64 [2, None] invalid: row splits end with 9223372036854775807, expected 3, the number of entries; "
                                + "row splits [int64 [0, 1, 9223372036854775807]]; values int64 [1, 2, 3]");
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 3, row splits must begin with 0: -1", "1, 3, row splits must begin with 0: 1",
        "0, 2, row splits end with 2", "0, -2, row splits decrease from 0 to -2"
    })
    void detectsInvalidSplits(long first, long last, String mismatch) {
        RaggedTensor tensor = ofThree(first, last);

        assertThat(tensor.isValid()).isFalse();
        assertThat(tensor.toString()).contains("invalid: " + mismatch);
    }

    @Test
    void throwsForDecreasingSplits() {
        RaggedTensor tensor = ofThree(0, 3, 2, 3);

        assertThat(tensor.isValid()).isFalse();
        assertThat(tensor.row(0)).isEqualTo(DenseTensor.vector(Values.ofLongs(1, 2, 3)));
        assertThatExceptionOfType(FeatureException.class).isThrownBy(() -> tensor.rowBegin(1));
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> ofThree(-1, 2).rowBegin(0));
    }

    @Test
    void hasNoRowsWithoutSplits() {
        RaggedTensor tensor = ofThree();

        assertThat(tensor.rows()).isZero();
        assertThat(tensor.isValid()).isFalse();
        assertThat(tensor.toString()).contains("invalid: row splits are empty");
        assertThatThrownBy(() -> tensor.longAt(0, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void throwsForInvalidInnerSplits() {
        Values values = Values.ofLongs(1, 2, 3);
        RaggedTensor withoutInner = RaggedTensor.of(values, Values.ofInts(0, 0), Values.ofInts());
        RaggedTensor pastTheEnd = RaggedTensor.of(values, Values.ofInts(0, 1, 2), Values.ofInts(0, 3, 9));
        RaggedTensor falling = RaggedTensor.of(values, Values.ofInts(0, 3), Values.ofInts(0, 9, -4, 3));

        assertThatExceptionOfType(FeatureException.class).isThrownBy(() -> withoutInner.row(0));
        assertThatExceptionOfType(FeatureException.class).isThrownBy(() -> pastTheEnd.row(1));
        assertThat(pastTheEnd.row(0)).isEqualTo(RaggedTensor.of(values, Values.ofInts(0, 3)));
        assertThat(falling.row(0)).isEqualTo(RaggedTensor.of(values, Values.ofInts(0, 9, -4, 3)));
        assertThatExceptionOfType(FeatureException.class).isThrownBy(() -> falling.longAt(0, 1, 0));
    }

    @Test
    void isEqualInSplitsAndElements() {
        assertThat(ofThree(0, 1, 3))
                .isEqualTo(ofThree(0, 1, 3))
                .hasSameHashCodeAs(ofThree(0, 1, 3))
                .isNotEqualTo(ofThree(0, 2, 3))
                .isNotEqualTo(RaggedTensor.of(Values.ofLongs(1, 2, 3), Values.ofInts(0, 1, 3)));
    }

    @Test
    void printsElementsInNestedBrackets() {
        assertThat(ROWS).hasToString("int64 [3, None] [[1, 2], [], [3]]");
        assertThat(NESTED).hasToString("int64 [3, None, None] [[[1], [2, 3]], [], [[4, 5]]]");
        assertThat(RaggedTensor.of(Values.ofStrings(), Values.ofInts(0))).hasToString("string [0, None] []");
        int[] splits = new int[10_001];
        splits[10_000] = 50;
        assertThat(RaggedTensor.of(Values.ofLongs(new long[50]), Values.ofInts(splits)))
                .hasToString("int64 [10000, None] [[], [], [], ..., [], [], [0, 0, 0, ..., 0, 0, 0]]");
    }
}
