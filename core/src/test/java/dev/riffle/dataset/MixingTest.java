package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.tensor.DType;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests datasets of random numbers, and datasets that sample or choose from several datasets. */
class MixingTest {

    private static final List<Dataset<Long>> TWO = List.of(Dataset.range(0, 5), Dataset.range(100, 103));

    @Test
    void randomNumbersEqualTensorFlows() {
        Dataset<Long> random = Dataset.random(Seed.of(7)).take(4);
        assertThat(random.toList()).containsExactly(1992159687L, 3200305987L, 237021325L, 2601514894L);
        assertThat(random.toList()).isEqualTo(random.toList());
        Dataset<Long> others =
                Dataset.random(Seed.of(7)).rerandomizeEachIteration().take(4);
        assertThat(others.toList()).isNotEqualTo(others.toList());
        assertThat(Dataset.random(Seed.of(7)).cardinality()).isEqualTo(Dataset.INFINITE_CARDINALITY);
    }

    @Test
    void drawsAsTensorFlowDoes() {
        assertThat(drawn(42)).startsWith(1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0);
        assertThat(drawn(42, .5, .5)).startsWith(1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0);
        assertThat(drawn(1, .1, .2, .7)).startsWith(2, 2, 0, 1, 1, 1, 2, 2, 2, 1, 2, 0, 2, 2, 1);
        assertThat(drawn(1, 1, 3)).startsWith(1, 1, 0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 1, 0);
    }

    private static List<Integer> drawn(long seed, double... weights) {
        List<Dataset<Integer>> numbers = LongStream.range(0, Math.max(2, weights.length))
                .mapToObj(i -> Dataset.of((int) i).repeat())
                .toList();
        return Dataset.sampleFromDatasets(numbers, weights)
                .seed(Seed.of(seed))
                .take(15)
                .toList();
    }

    @Test
    void sampleReturnsAllElementsOfAllDatasets() {
        SampleDataset<Long> sample = Dataset.sampleFromDatasets(TWO).seed(Seed.of(3));
        assertThat(sample.toList()).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L, 100L, 101L, 102L);
        assertThat(sample.seeds()).containsExactly(Seed.of(3));
        assertThat(sample.cardinality()).isEqualTo(Dataset.UNKNOWN_CARDINALITY);
    }

    @Test
    void sampleStopsOnAnEmptyDatasetIfRequested() {
        List<Long> found = Dataset.sampleFromDatasets(TWO)
                .seed(Seed.of(3))
                .stopOnEmptyDataset()
                .toList();
        assertThat(found).hasSizeLessThan(8);
        assertThat(Dataset.sampleFromDatasets(List.of(Dataset.range(0), Dataset.range(3)), 1, 0)
                        .toList())
                .isEmpty();
    }

    @Test
    void ignoresADatasetWithoutWeight() {
        assertThat(Dataset.sampleFromDatasets(TWO, 0, 2).toList()).containsExactly(100L, 101L, 102L);
        assertThat(Dataset.sampleFromDatasets(TWO, 0, 0).toList()).isEmpty();
        assertThat(Dataset.sampleFromDatasets(TWO, 0, 0).cardinality()).isZero();
    }

    @Test
    void drawsAmongRemainingVanishingWeights() {
        for (double vanishing : new double[] {1e-30, 1e-38, 1e-300, 1e-7}) {
            List<Long> found = Dataset.sampleFromDatasets(TWO, 1, vanishing)
                    .seed(Seed.of(1))
                    .toList();
            assertThat(found).containsExactly(0L, 1L, 2L, 3L, 4L, 100L, 101L, 102L);
        }
        assertThat(Dataset.sampleFromDatasets(TWO, 1e-200, 1e-300).toList()).hasSize(8);
    }

    @Test
    void drawsByChangingWeights() {
        Dataset<double[]> weights =
                Dataset.of(new double[] {1, 0}, new double[] {0, 1}).repeat();
        assertThat(Dataset.sampleFromDatasets(TWO, weights).seed(Seed.of(1)).toList())
                .containsExactly(0L, 100L, 1L, 101L, 2L, 102L, 3L, 4L);
        assertThat(Dataset.sampleFromDatasets(TWO, weights.take(3)).toList()).containsExactly(0L, 100L, 1L);
    }

    @Test
    void endsIfChangingWeightsSelectOnlyEndedDatasets() {
        Dataset<double[]> weights = Dataset.of(new double[] {1, 0}).repeat();
        assertThat(Dataset.sampleFromDatasets(TWO, weights).toList()).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void reportsInvalidChangingWeightsInTheirPlace() {
        Dataset<double[]> weights = Dataset.of(
                new double[] {1, 0}, new double[] {1}, new double[] {0, 0}, new double[] {-1, 2}, new double[] {1, 0});
        try (DatasetIterator<Long> iterator =
                Dataset.sampleFromDatasets(TWO, weights).seed(Seed.of(1)).iterator()) {
            assertThat(iterator.next()).isEqualTo(0);
            assertThatExceptionOfType(DatasetException.class)
                    .isThrownBy(iterator::next)
                    .withMessage("sampleFromDatasets: weights must have 2 entries, one for each dataset: 1");
            assertThatExceptionOfType(DatasetException.class)
                    .isThrownBy(iterator::next)
                    .withMessage("sampleFromDatasets: weights must not all be zero");
            assertThatExceptionOfType(DatasetException.class)
                    .isThrownBy(iterator::next)
                    .withMessage("sampleFromDatasets: weights must be finite and not negative: [-1.0, 2.0]");
            assertThat(iterator.next()).isEqualTo(1);
            assertThat(iterator.hasNext()).isFalse();
        }
    }

    @Test
    void choosesByNumber() {
        Dataset<Long> choices = Dataset.of(0L, 1L, 1L, 0L, 1L, 1L, 0L, 0L);
        assertThat(Dataset.chooseFromDatasets(TWO, choices).toList()).containsExactly(0L, 100L, 101L, 1L, 102L);
        assertThat(Dataset.chooseFromDatasets(TWO, choices).skipEmptyDatasets().toList())
                .containsExactly(0L, 100L, 101L, 1L, 102L, 2L, 3L);
    }

    @Test
    void reportsAnInvalidChoiceInItsPlace() {
        Dataset<Long> chosen = Dataset.chooseFromDatasets(TWO, Dataset.of(0L, 2L, -1L, 1L));
        try (DatasetIterator<Long> iterator = chosen.iterator()) {
            assertThat(iterator.next()).isEqualTo(0);
            for (long wrong : new long[] {2, -1}) {
                assertThatExceptionOfType(DatasetException.class)
                        .isThrownBy(iterator::next)
                        .withMessage("chooseFromDatasets: choice must be from 0 to 1: " + wrong);
            }
            assertThat(iterator.next()).isEqualTo(100);
        }
    }

    @Test
    void rejectsIncompatibleDatasetsAndWeights() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.sampleFromDatasets(List.of(Dataset.range(3)), 1, 2))
                .withMessage("weights must have 1 entries, one for each dataset: 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.sampleFromDatasets(TWO, 1))
                .withMessage("weights must have 2 entries, one for each dataset: 1");
        for (double wrong : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY, 1e300}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Dataset.sampleFromDatasets(TWO, 1, wrong))
                    .withMessageContaining("weights must be finite and not negative: [1.0, " + wrong);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.sampleFromDatasets(List.<Dataset<Long>>of()))
                .withMessageContaining("datasets");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.chooseFromDatasets(List.<Dataset<Long>>of(), Dataset.of(0L)))
                .withMessageContaining("datasets");
        Dataset<Object> numbers = InterruptionTest.widened(Dataset.range(3));
        Dataset<Object> floats = Dataset.<Object>of(1f).elementSpec(ElementSpec.scalar(DType.FLOAT32));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.sampleFromDatasets(List.of(numbers, floats)))
                .withMessageContaining("incompatible elements");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.chooseFromDatasets(List.of(numbers, floats), Dataset.of(0L)))
                .withMessageContaining("incompatible elements");
    }

    @Test
    void resumesEverywhere() {
        Resumes.everywhere(() -> Dataset.random(Seed.of(7)).take(9));
        Resumes.everywhere(() ->
                Dataset.random(Seed.of(7)).rerandomizeEachIteration().take(5).shuffle(3, 1));
        Resumes.everywhere(() -> Dataset.sampleFromDatasets(TWO).seed(Seed.of(3)));
        Resumes.everywhere(() -> Dataset.sampleFromDatasets(TWO, 1, 1e-30).seed(Seed.of(3)));
        Resumes.everywhere(() -> Dataset.sampleFromDatasets(TWO, 0, 1));
        Resumes.everywhere(() -> Dataset.sampleFromDatasets(TWO, 0, 0));
        Resumes.everywhere(() -> Dataset.sampleFromDatasets(TWO)
                .seed(Seed.of(3))
                .rerandomizeEachIteration()
                .shuffle(4, 1));
        Resumes.everywhere(
                () -> Dataset.sampleFromDatasets(TWO).seed(Seed.of(3)).stopOnEmptyDataset());
        Resumes.everywhere(() -> Dataset.sampleFromDatasets(
                        TWO,
                        Dataset.of(new double[] {1, 2}, new double[] {2, 1}).repeat())
                .seed(Seed.of(3)));
        Resumes.everywhere(() ->
                Dataset.chooseFromDatasets(TWO, Dataset.range(2).repeat(5)).shuffle(3, 1));
        Resumes.everywhere(() ->
                Dataset.chooseFromDatasets(TWO, Dataset.range(3).repeat(5)).skipEmptyDatasets());
    }

    /** Tests that a mix of several datasets is infinite if one of the datasets is infinite, as in TensorFlow. */
    @Test
    void drawsFromAnInfiniteDatasetAreInfinite() {
        List<Dataset<Long>> mixed = List.of(Dataset.range(2), Dataset.range(3).repeat());
        assertThat(Dataset.chooseFromDatasets(mixed, Dataset.of(0L, 1L)).cardinality())
                .isEqualTo(Dataset.INFINITE_CARDINALITY);
        assertThat(Dataset.sampleFromDatasets(mixed).cardinality()).isEqualTo(Dataset.INFINITE_CARDINALITY);
        assertThat(Dataset.sampleFromDatasets(List.of(Dataset.range(2), Dataset.range(3)))
                        .cardinality())
                .isEqualTo(Dataset.UNKNOWN_CARDINALITY);
        assertThat(Dataset.sampleFromDatasets(mixed.subList(0, 1)).cardinality())
                .isEqualTo(2);
    }

    /** Tests that a zip does not report a failure after the end of an earlier input, as in TensorFlow. */
    @Test
    void zipEndsEvenIfALaterInputFails() {
        Dataset<Long> failing = Dataset.range(4).map(x -> {
            if (x == 2) {
                throw new IllegalStateException("two");
            }
            return x;
        });
        assertThat(Trace.of(Dataset.zip(Dataset.range(2), failing))).hasSize(2);
        assertThat(Trace.of(Dataset.zip(failing, Dataset.range(2)))).hasSize(3).endsWith("! map: two");
    }
}
