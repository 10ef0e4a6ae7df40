package dev.riffle.dataset.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.Resumes;
import dev.riffle.tensor.DType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the compatibility, the common specs, the printed form and the limits of element specs. */
class ElementSpecTest {

    private static final ElementSpec NUMBER = ElementSpec.scalar(DType.INT64);

    private static final List<ElementSpec> KINDS = List.of(
            NUMBER,
            ElementSpec.scalar(DType.STRING),
            new ElementSpec.Ragged(DType.INT64, 1, PartialShape.of(-1, -1)),
            new ElementSpec.Sparse(DType.INT64, PartialShape.of(-1)),
            new ElementSpec.PairOf(NUMBER, NUMBER),
            new ElementSpec.MapOf(Map.of("a", NUMBER)),
            new ElementSpec.MapOf(Map.of("b", NUMBER)),
            new ElementSpec.ListOf(NUMBER, 2),
            new ElementSpec.DatasetOf(NUMBER));

    @Test
    void kindsAreCompatibleOnlyWithThemselves() {
        for (ElementSpec one : KINDS) {
            for (ElementSpec other : KINDS) {
                assertThat(one.isCompatibleWith(other))
                        .as(one + " and " + other)
                        .isEqualTo(one.equals(other));
            }
            assertThat(one.isCompatibleWith(ElementSpec.unknown())).isTrue();
            assertThat(ElementSpec.unknown().isCompatibleWith(one)).isTrue();
            assertThat(one.common(ElementSpec.unknown())).isEqualTo(ElementSpec.unknown());
            assertThat(one.common(one)).isEqualTo(one);
        }
    }

    @Test
    void commonKeepsWhatBothSpecsState() {
        ElementSpec matrix = ElementSpec.dense(DType.INT64, 2, 3);
        assertThat(matrix.common(ElementSpec.dense(DType.INT64, 2, 4))).hasToString("int64 [2, ?]");
        assertThat(matrix.common(NUMBER)).hasToString("int64 ?");
        assertThatThrownBy(() -> matrix.common(ElementSpec.scalar(DType.STRING)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void printsInOneLine() {
        assertThat(new ElementSpec.PairOf(NUMBER, new ElementSpec.MapOf(Map.of("a", ElementSpec.unknown()))))
                .hasToString("(int64 [], {a: unknown})");
        assertThat(new ElementSpec.DatasetOf(new ElementSpec.ListOf(NUMBER, -1)))
                .hasToString("dataset of list of int64 []");
    }

    @Test
    void shapesReportUnknownSizes() {
        assertThat(PartialShape.unknown().hasRank()).isFalse();
        assertThat(PartialShape.unknown().rank()).isEqualTo(-1);
        assertThat(PartialShape.of(2, -1).dim(1)).isEqualTo(-1);
        assertThatThrownBy(() -> PartialShape.of(-2)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void stagesThatSelectElementsKeepTheSpec() {
        Dataset<Long> chosen = Dataset.range(9)
                .filter(number -> number > 1)
                .shuffle(3, 1)
                .take(4)
                .repeat(2);
        assertThat(chosen.elementSpec()).isEqualTo(NUMBER);
        assertThat(chosen.map(number -> number).elementSpec()).isEqualTo(ElementSpec.unknown());
        assertThat(chosen.window(2).elementSpec()).isEqualTo(new ElementSpec.DatasetOf(NUMBER));
        Resumes.everywhere(() -> Dataset.of(1, 2, 3).elementSpec(ElementSpec.scalar(DType.INT32)));
    }
}
