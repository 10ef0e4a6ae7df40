package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.DatasetException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IgnoreErrorsDatasetTest {

    private static Dataset<Long> onlyEven(long size) {
        return Dataset.range(size).map(x -> {
            if (x % 2 == 1) {
                throw new IOException("odd " + x);
            }
            return x;
        });
    }

    @Test
    void skipsFailuresAndReportsThem() {
        List<String> reported = new ArrayList<>();
        assertThat(onlyEven(7).ignoreErrors(e -> reported.add(e.getMessage())).toList())
                .containsExactly(0L, 2L, 4L, 6L);
        assertThat(reported).containsExactly("map: odd 1", "map: odd 3", "map: odd 5");
        assertThat(onlyEven(7).ignoreErrors(e -> {}).cardinality()).isEqualTo(Dataset.UNKNOWN_CARDINALITY);
    }

    @Test
    void failsAfterTheAllowedNumberOfErrors() {
        assertThat(Trace.of(onlyEven(8).ignoreErrors(e -> {}).atMost(2)))
                .containsExactly(
                        "0",
                        "2",
                        "4",
                        "! ignoreErrors: more than 2 elements failed: map: odd 5",
                        "6",
                        "! ignoreErrors: more than 2 elements failed: map: odd 7");
        assertThat(Trace.of(onlyEven(2).ignoreErrors(e -> {}).atMost(0)))
                .containsExactly("0", "! ignoreErrors: more than 0 elements failed: map: odd 1");
        assertThatThrownBy(() -> onlyEven(2).ignoreErrors(e -> {}).atMost(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("errors must not be negative: -1");
    }

    @Test
    void checkpointsContainTheNumberOfErrors() {
        Dataset<Long> dataset = onlyEven(12).prefetch(3).ignoreErrors(e -> {}).atMost(3);
        Trace.resumes(dataset, dataset);
    }

    @Test
    void skipsManyFailuresInARow() {
        Dataset<Long> dataset = Dataset.range(10_001).map(x -> {
            if (x < 10_000) {
                throw new IOException("no " + x);
            }
            return x;
        });
        assertThat(dataset.ignoreErrors(e -> {}).toList()).containsExactly(10_000L);
        assertThat(dataset.map(x -> x, Parallel.calls(2))
                        .prefetch(7)
                        .ignoreErrors(e -> {})
                        .toList())
                .containsExactly(10_000L);
    }

    @Test
    void stopsAtAnInputThatFailsForeverAtOnePosition() {
        Dataset<Long> stuck = new Dataset<>(new StuckNode());
        for (Dataset<Long> dataset : List.of(stuck, stuck.map(x -> x), stuck.map(x -> x, Parallel.calls(2)))) {
            try (DatasetIterator<Long> iterator = dataset.ignoreErrors(e -> {}).iterator()) {
                assertThatThrownBy(iterator::next)
                        .isInstanceOf(DatasetException.class)
                        .hasMessageContaining("the input fails repeatedly without progress")
                        .hasMessageContaining("gone");
            }
        }
    }

    @Test
    void stopsAtAnInputThatFailsInACycle() {
        for (int length : new int[] {1, 3, 7, 100}) {
            Dataset<Long> cyclic = Dataset.range(length).repeat().map(x -> {
                throw new IOException("no " + x);
            });
            try (DatasetIterator<Long> iterator = cyclic.ignoreErrors(e -> {}).iterator()) {
                assertThatThrownBy(iterator::next).hasMessageContaining("the input fails repeatedly without progress");
            }
        }
    }

    @Test
    void acceptsALargerLimitAfterACheckpoint() {
        IgnoreErrorsDataset<Long> dataset = onlyEven(12).ignoreErrors(e -> {});
        Trace.resumes(dataset, dataset.atMost(6));
        try (DatasetIterator<Long> iterator = dataset.atMost(1).iterator()) {
            assertThat(Trace.of(iterator, 3))
                    .containsExactly("0", "2", "! ignoreErrors: more than 1 elements failed: map: odd 3");
            Checkpoint checkpoint = iterator.checkpoint();
            try (DatasetIterator<Long> resumed = dataset.atMost(40).resume(checkpoint)) {
                assertThat(Trace.of(resumed)).containsExactly("4", "6", "8", "10");
            }
            try (DatasetIterator<Long> resumed = dataset.atMost(0).resume(checkpoint)) {
                assertThat(Trace.of(resumed, 2))
                        .containsExactly("4", "! ignoreErrors: more than 0 elements failed: map: odd 5");
            }
        }
        assertThat(dataset.atMost(2)).hasToString("ignoreErrors(at most 2)");
    }

    /** Opens a stage that fails at every element. */
    private static final class StuckNode extends Node<Long> {

        StuckNode() {
            super("stuck");
        }

        @Override
        public Stage<Long> open(Run run) {
            return new Stage<>(this, run) {

                @Override
                public Long next() throws Exception {
                    throw new IOException("gone");
                }

                @Override
                public ElementLineage lineage() {
                    throw new IllegalStateException();
                }
            };
        }

        @Override
        public List<Long> recompute(List<ElementLineage> lineages, Run run) {
            throw new IllegalStateException();
        }
    }
}
