package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests stages that select, join and count elements. */
class OrderTest {

    @Test
    void skips() {
        assertThat(Dataset.range(5).skip(3).toList()).containsExactly(3L, 4L);
        assertThat(Dataset.range(5).skip(9).toList()).isEmpty();
        assertThat(Dataset.range(5).skip(-1).toList()).isEmpty();
        assertThat(Dataset.range(5).skip(3).cardinality()).isEqualTo(2);
        assertThat(Dataset.range(5).skip(-1).cardinality()).isZero();
        Dataset<Long> range = Dataset.range(5);
        assertThat(range.skip(0)).isSameAs(range);
    }

    @Test
    void shards() {
        assertThat(Dataset.range(7).shard(3, 0).toList()).containsExactly(0L, 3L, 6L);
        assertThat(Dataset.range(7).shard(3, 2).toList()).containsExactly(2L, 5L);
        assertThat(Dataset.range(7).shard(3, 0).cardinality()).isEqualTo(3);
        assertThat(Dataset.range(7).shard(3, 2).cardinality()).isEqualTo(2);
    }

    @Test
    void shardsStayDisjointIfElementsFail() {
        List<Long> all = new ArrayList<>();
        for (int shard = 0; shard < 3; shard++) {
            all.addAll(survivors(Dataset.range(11).map(OrderTest::failOnFours).shard(3, shard)));
        }
        assertThat(all).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 5L, 6L, 7L, 9L, 10L);
    }

    @Test
    void takesWhileAConditionHolds() {
        Dataset<Long> small = Dataset.of(1L, 2L, 9L, 3L).takeWhile(x -> x < 5);
        assertThat(small.toList()).containsExactly(1L, 2L);
        assertThat(small.cardinality()).isEqualTo(Dataset.UNKNOWN_CARDINALITY);
    }

    @Test
    void failureOfAConditionAffectsOneElement() {
        Dataset<Long> small = Dataset.range(6).takeWhile(x -> failOnFours(x + 1) < 6);
        assertThat(survivors(small)).containsExactly(0L, 1L, 2L, 4L);
    }

    @Test
    void zips() {
        assertThat(Dataset.zip(Dataset.range(3), Dataset.of("a", "b")).toList())
                .containsExactly(Pair.of(0L, "a"), Pair.of(1L, "b"));
        assertThat(Dataset.zip(List.of(Dataset.range(3), Dataset.range(5, 9), Dataset.range(9)))
                        .toList())
                .containsExactly(List.of(0L, 5L, 0L), List.of(1L, 6L, 1L), List.of(2L, 7L, 2L));
        assertThat(Dataset.zip(Dataset.range(3), Dataset.range(9).repeat()).cardinality())
                .isEqualTo(3);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.zip(List.<Dataset<Long>>of()))
                .withMessageContaining("datasets must not be empty");
    }

    @Test
    void zipStaysAlignedIfAnElementFails() {
        assertThat(survivors(Dataset.zip(Dataset.range(6).map(OrderTest::failOnFours), Dataset.range(6))))
                .allSatisfy(pair -> assertThat(pair.first()).isEqualTo(pair.second()))
                .hasSize(5);
        assertThat(survivors(Dataset.range(6).map(OrderTest::failOnFours).enumerate(10)))
                .contains(Pair.of(13L, 3L), Pair.of(15L, 5L))
                .hasSize(5);
    }

    @Test
    void enumerates() {
        assertThat(Dataset.of("a", "b").enumerate().toList()).containsExactly(Pair.of(0L, "a"), Pair.of(1L, "b"));
        assertThat(Dataset.of("a", "b").enumerate(-1).toList()).containsExactly(Pair.of(-1L, "a"), Pair.of(0L, "b"));
        assertThat(Dataset.of("a", "b").enumerate(Long.MIN_VALUE).cardinality()).isEqualTo(2);
        assertThat(Dataset.range(3).repeat().enumerate().cardinality()).isEqualTo(Dataset.INFINITE_CARDINALITY);
        assertThat(Dataset.range(3).enumerate(5).cardinality()).isEqualTo(3);
        assertThat(Dataset.range(3).filter(x -> x > 0).enumerate().cardinality())
                .isEqualTo(Dataset.UNKNOWN_CARDINALITY);
        assertThat(Dataset.range(0, Long.MAX_VALUE).cardinality()).isEqualTo(Dataset.INFINITE_CARDINALITY);
        for (Dataset<Long> empty : List.of(
                Dataset.range(Long.MAX_VALUE, Long.MAX_VALUE),
                Dataset.range(0, Long.MAX_VALUE, -1),
                Dataset.range(Long.MAX_VALUE, Long.MAX_VALUE, -1))) {
            assertThat(empty.cardinality()).isEqualTo(Dataset.INFINITE_CARDINALITY);
            assertThat(empty.toList()).isEmpty();
        }
        assertThat(Dataset.range(0, Long.MAX_VALUE - 1).cardinality()).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(Dataset.range(3).enumerate().elementSpec()).hasToString("(int64 [], int64 [])");
    }

    @Test
    void concatenates() {
        Dataset<Long> both = Dataset.range(2).concatenate(Dataset.range(7, 9));
        assertThat(both.toList()).containsExactly(0L, 1L, 7L, 8L);
        assertThat(both.cardinality()).isEqualTo(4);
        assertThat(both.concatenate(Dataset.range(3).repeat()).cardinality()).isEqualTo(Dataset.INFINITE_CARDINALITY);
        assertThat(both.concatenate(both.filter(x -> x > 0)).cardinality()).isEqualTo(Dataset.UNKNOWN_CARDINALITY);
        assertThat(both.elementSpec()).hasToString("int64 []");
    }

    @Test
    void concatenatesOtherRanksButNotOtherTypes() {
        Dataset<Object> numbers = InterruptionTest.widened(Dataset.range(3));
        Dataset<Object> floats = Dataset.<Object>of(1f).elementSpec(ElementSpec.scalar(DType.FLOAT32));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> numbers.concatenate(floats))
                .withMessage("incompatible elements: int64 [] and float32 []");
        Dataset<Object> vectors = InterruptionTest.widened(
                Dataset.fromTensorSlices(DenseTensor.of(dev.riffle.tensor.Shape.of(2, 1), Values.ofLongs(1, 2))));
        assertThat(numbers.concatenate(vectors).toList()).hasSize(5);
        assertThat(numbers.concatenate(Dataset.of("unknown")).toList()).hasSize(4);
    }

    @Test
    void scans() {
        Dataset<Long> sums = Dataset.range(5).scan(10L, (sum, x) -> Pair.of(sum + x, sum + x));
        assertThat(sums.toList()).containsExactly(10L, 11L, 13L, 16L, 20L);
        assertThat(sums.toList()).containsExactly(10L, 11L, 13L, 16L, 20L);
        assertThat(sums.cardinality()).isEqualTo(5);
    }

    @Test
    void scanKeepsItsStateAfterAFailure() {
        Dataset<Long> sums = Dataset.range(6).scan(0L, (sum, x) -> Pair.of(sum + failOnFours(x), sum + x));
        assertThat(survivors(sums)).containsExactly(0L, 1L, 3L, 6L, 11L);
    }

    @Test
    void uniqueReturnsEachElementOnce() {
        assertThat(Dataset.of(3L, 1L, 3L, 2L, 1L).unique().toList()).containsExactly(3L, 1L, 2L);
        assertThat(Dataset.of("b", "a", "b").unique().toList()).containsExactly("b", "a");
        assertThat(Dataset.of(Bytes.ofUtf8("b"), Bytes.ofUtf8("b")).unique().toList())
                .hasSize(1);
        assertThat(Dataset.of(List.of(1L), List.of(2L), List.of(1L)).unique().toList())
                .hasSize(2);
        assertThat(Dataset.of(vector(1, 2), vector(1), vector(1, 2), vector())
                        .unique()
                        .toList())
                .hasSize(3);
    }

    @Test
    void rejectsUniqueElementsOfOtherTypes() {
        assertThat(survivors(Dataset.<Object>of(1L, 1.5f, 2L).unique())).containsExactly(1L, 2L);
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> Dataset.of(1.5f).unique().toList())
                .withMessageStartingWith("unique: elements must be Long, Integer, String or Bytes")
                .withMessageEndingWith("java.lang.Float");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.of(1.5f)
                        .elementSpec(ElementSpec.scalar(DType.FLOAT32))
                        .unique())
                .withMessage("elements of unique must be int32, int64 or string: float32 []");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.range(3).enumerate().unique());
    }

    @Test
    void reduces() {
        assertThat(Dataset.range(5).reduce(100L, Long::sum)).isEqualTo(110);
        assertThat(Dataset.range(0).reduce("none", (state, x) -> state + x)).isEqualTo("none");
    }

    @Test
    void singleReturnsTheOnlyElement() {
        assertThat(Dataset.of("a").single()).isEqualTo("a");
        assertThatIllegalStateException()
                .isThrownBy(() -> Dataset.range(2).single())
                .withMessage("dataset has more than one element");
        assertThatIllegalStateException()
                .isThrownBy(() -> Dataset.range(0).single())
                .withMessage("dataset has no element, expected one");
    }

    @Test
    void assertsTheNumberOfElements() {
        assertThat(Dataset.range(5).filter(x -> true).assertCardinality(5).toList())
                .hasSize(5);
        assertThat(Dataset.range(5).filter(x -> true).assertCardinality(5).cardinality())
                .isEqualTo(5);
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> Dataset.range(5).assertCardinality(3).toList())
                .withMessage("assertCardinality: expected 3 elements, found at least 4");
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> Dataset.range(5).assertCardinality(7).toList())
                .withMessage("assertCardinality: expected 7 elements, found only 5");
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> Dataset.range(2).assertCardinality(-1).forEach(x -> {}))
                .withMessage("assertCardinality: expected infinitely many elements, found only 2");
        assertThat(survivors(Dataset.range(5).assertCardinality(3))).containsExactly(0L, 1L, 2L);
    }

    @Test
    void rejectsWrongArguments() {
        Dataset<Long> range = Dataset.range(5);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> range.shard(2, 3))
                .withMessage("index must be from 0 to 1: 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> range.shard(2, -1))
                .withMessage("index must be from 0 to 1: -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> range.shard(0, 0))
                .withMessage("numShards must be positive: 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> range.assertCardinality(-2))
                .withMessageContaining("expected")
                .withMessageContaining(": -2");
    }

    @Test
    void resumesEverywhere() {
        Resumes.everywhere(() -> Dataset.range(6).skip(2));
        Resumes.everywhere(() -> Dataset.range(6).skip(-1));
        Resumes.everywhere(() -> Dataset.range(7).shard(3, 1));
        Resumes.everywhere(() -> Dataset.range(7).takeWhile(x -> x != 4));
        Resumes.everywhere(() ->
                Dataset.zip(Dataset.range(4), Dataset.range(9).shuffle(4, 1)).shuffle(3, 2));
        Resumes.everywhere(
                () -> Dataset.zip(List.of(Dataset.range(4), Dataset.range(3).repeat())));
        Resumes.everywhere(() -> Dataset.range(6).shuffle(3, 1).enumerate(5).shuffle(3, 2));
        Resumes.everywhere(() ->
                Dataset.range(3).shuffle(2, 1).concatenate(Dataset.range(9, 12)).shuffle(4, 2));
        Resumes.everywhere(() -> Dataset.range(5).assertCardinality(3));
        Resumes.everywhere(() -> Dataset.range(5).assertCardinality(7));
        Resumes.everywhere(() -> Dataset.range(9).map(x -> x % 4).unique());
        Resumes.everywhere(() -> Dataset.range(9)
                .map(x -> failOnFours(x) % 3)
                .shuffle(3, 1)
                .unique()
                .repeat(2));
    }

    @Test
    void failuresResumeEverywhere() {
        Resumes.everywhere(() -> Dataset.range(9).map(OrderTest::failOnFours).skip(6));
        Resumes.everywhere(() -> Dataset.range(11).map(OrderTest::failOnFours).shard(3, 1));
        Resumes.everywhere(() -> Dataset.zip(Dataset.range(9).map(OrderTest::failOnFours), Dataset.range(7)));
        Resumes.everywhere(() -> Dataset.range(9).map(OrderTest::failOnFours).concatenate(Dataset.range(2)));
        Resumes.everywhere(() -> Dataset.range(9).map(OrderTest::failOnFours).scan(0L, OrderTest::sum));
    }

    @Test
    void resumesNestedAndBufferedScansEverywhere() {
        Resumes.everywhere(() -> Dataset.range(6).scan(0L, OrderTest::sum));
        Resumes.everywhere(() -> Dataset.range(6).scan(0L, OrderTest::sum).shuffle(3, 1));
        Resumes.everywhere(() -> Dataset.range(4)
                .shuffle(3, 1)
                .scan(0L, OrderTest::sum)
                .scan(0L, OrderTest::sum)
                .shuffle(3, 1));
        Resumes.everywhere(() -> Dataset.range(4)
                .shuffle(3, 1)
                .map(x -> x)
                .repeat(2)
                .scan(0L, OrderTest::sum)
                .shuffle(3, 2)
                .repeat(2));
        Resumes.everywhere(() -> Dataset.range(4)
                .shuffle(3, 1)
                .repeat()
                .take(9)
                .scan(0L, OrderTest::sum)
                .unique()
                .shuffle(4, 2));
    }

    private static Pair<Long, Long> sum(long sum, long element) {
        return Pair.of(sum + failOnFives(element), sum + element);
    }

    private static long failOnFives(long element) {
        if (element == 5) {
            throw new IllegalStateException("no five");
        }
        return element;
    }

    private static long failOnFours(long element) {
        if (element % 4 == 0 && element > 0) {
            throw new IllegalStateException("no multiples of four");
        }
        return element;
    }

    private static DenseTensor vector(long... values) {
        return DenseTensor.vector(Values.ofLongs(values));
    }

    private static <T> List<T> survivors(Dataset<T> dataset) {
        List<T> survivors = new ArrayList<>();
        try (DatasetIterator<T> iterator = dataset.iterator()) {
            while (iterator.hasNext()) {
                try {
                    survivors.add(iterator.next());
                } catch (DatasetException e) {
                    assertThat(e.getMessage()).isNotEmpty();
                }
            }
        }
        return survivors;
    }
}
