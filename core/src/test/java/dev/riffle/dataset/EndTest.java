package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.Pair;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests that runs close all their resources after the last element. */
class EndTest {

    private final AtomicInteger open = new AtomicInteger();

    /** Returns numbers, and records whether a run closes this iterator. */
    private final class Numbers implements Iterator<Integer>, AutoCloseable {

        private int next;

        Numbers() {
            open.incrementAndGet();
        }

        @Override
        public boolean hasNext() {
            return next < 9;
        }

        @Override
        public Integer next() {
            return next++;
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    private Dataset<Integer> numbers() {
        return Dataset.fromGenerator(Numbers::new);
    }

    private List<Dataset<?>> endingEarly() {
        return List.of(
                numbers().take(3),
                numbers().takeWhile(x -> x < 4),
                numbers().take(3).shuffle(4, 1),
                Dataset.zip(numbers(), Dataset.range(2)),
                Dataset.zip(Dataset.range(2), numbers().prefetch(2)),
                Dataset.chooseFromDatasets(List.of(numbers(), numbers()), Dataset.of(0, 1, 0)),
                Dataset.sampleFromDatasets(List.of(numbers(), numbers().take(2)))
                        .seed(1)
                        .stopOnEmptyDataset(),
                numbers().map(x -> x, Parallel.calls(2)).take(3));
    }

    @Test
    void closesEverythingAtTheEndOfALoop() {
        for (Dataset<?> dataset : endingEarly()) {
            for (int pass = 0; pass < 2; pass++) {
                int count = 0;
                for (Object element : dataset) {
                    assertThat(element).isNotNull();
                    count++;
                }
                assertThat(count).isPositive();
                assertThat(open).as("after %s", dataset).hasValue(0);
            }
            assertThat(Trace.of(dataset.repeat(2)))
                    .hasSize(2 * Trace.of(dataset).size());
            assertThat(open).hasValue(0);
        }
    }

    @Test
    void closesAnEndedStageWhileTheRunContinues() {
        for (Dataset<Integer> early : List.of(numbers().take(3), numbers().takeWhile(x -> x < 3))) {
            try (DatasetIterator<Integer> iterator = early.map(x -> x)
                    .interleave(Dataset::of, 1)
                    .concatenate(Dataset.of(7, 8))
                    .iterator()) {
                assertThat(Trace.of(iterator, 4)).containsExactly("0", "1", "2", "7");
                assertThat(open).hasValue(0);
            }
        }
    }

    @Test
    void resumesACheckpointAfterTheEndAtTheEnd() {
        for (Dataset<?> dataset : endingEarly()) {
            try (DatasetIterator<?> iterator = dataset.iterator()) {
                List<String> all = Trace.of(iterator);
                assertThat(iterator.hasNext()).isFalse();
                Checkpoint first = iterator.checkpoint();
                assertThat(iterator.checkpoint()).hasToString(first.toString());
                try (DatasetIterator<?> resumed = dataset.resume(Checkpoint.parse(first.toString()))) {
                    assertThat(Trace.of(resumed)).isEmpty();
                    assertThat(resumed.checkpoint()).hasToString(first.toString());
                }
                assertThat(Trace.of(dataset)).hasSameSizeAs(all);
                assertThat(open).hasValue(0);
            }
        }
    }

    @Test
    void resumeAtTheEndKeepsTheNextEpoch() {
        Dataset<Long> shuffled = Dataset.range(20).shuffle(20, 5).take(4).map(x -> x);
        List<Long> first = shuffled.toList();
        List<Long> second = shuffled.toList();
        assertThat(second).isNotEqualTo(first);
        Dataset<Long> again = Dataset.range(20).shuffle(20, 5).take(4).map(x -> x);
        Checkpoint end;
        try (DatasetIterator<Long> iterator = again.iterator()) {
            assertThat(Trace.of(iterator)).hasSize(4);
            end = iterator.checkpoint();
        }
        Dataset<Long> fresh = Dataset.range(20).shuffle(20, 5).take(4).map(x -> x);
        try (DatasetIterator<Long> resumed = fresh.resume(end)) {
            assertThat(resumed.hasNext()).isFalse();
        }
        assertThat(fresh.toList()).isEqualTo(second);
    }

    @Test
    void forEachClosesTheRunIfTheActionThrows() {
        assertThatThrownBy(() -> numbers().forEach(x -> {
                    throw new IllegalStateException("enough");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("enough");
        assertThat(open).hasValue(0);
    }

    @Test
    void reportsFailuresOfReduceAndScan() {
        assertThatThrownBy(() -> numbers().reduce(0, (sum, x) -> {
                    throw new IOException("no " + x);
                }))
                .isInstanceOf(DatasetException.class)
                .hasMessage("reduce: no 0");
        assertThat(Trace.of(Dataset.range(3).scan(0L, (sum, x) -> {
                    if (x == 1) {
                        throw new IOException("no " + x);
                    }
                    return Pair.of(sum + x, sum + x);
                })))
                .containsExactly("0", "! scan: no 1", "2");
        assertThat(open).hasValue(0);
    }
}
