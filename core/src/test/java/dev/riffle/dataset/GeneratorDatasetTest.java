package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.dataset.stage.Seed;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GeneratorDatasetTest {

    @Test
    void callsTheGeneratorInEachPass() {
        List<String> calls = new ArrayList<>();
        Dataset<Integer> numbers = Dataset.fromGenerator(() -> {
            calls.add("begun");
            return IntStream.range(0, 3).iterator();
        });
        assertThat(calls).isEmpty();
        assertThat(numbers.repeat(2).toList()).containsExactly(0, 1, 2, 0, 1, 2);
        assertThat(numbers.cardinality()).isEqualTo(Dataset.UNKNOWN_CARDINALITY);
        assertThat(calls).hasSize(2);
    }

    @Test
    void resumesByRunningAgain() {
        Resumes.everywhere(
                () -> Dataset.fromGenerator(() -> IntStream.range(0, 9).iterator()));
        Resumes.everywhere(
                () -> Dataset.fromGenerator(() -> IntStream.range(0, 9).iterator())
                        .shuffle(4, Seed.of(3), Reshuffle.EACH_ITERATION)
                        .batch(2));
    }

    @Test
    void reportsFailuresInTheirPlace() {
        Dataset<Integer> odd = Dataset.fromGenerator(() -> new Failing(5, 2));
        try (DatasetIterator<Integer> iterator = odd.iterator()) {
            assertThat(iterator.next()).isEqualTo(0);
            assertThat(iterator.next()).isEqualTo(1);
            assertThatThrownBy(iterator::next)
                    .isInstanceOf(DatasetException.class)
                    .hasMessage("fromGenerator: number 2");
            assertThat(iterator.next()).isEqualTo(3);
        }
        Resumes.everywhere(() -> Dataset.fromGenerator(() -> new Failing(5, 2)));
        Resumes.everywhere(() -> Dataset.fromGenerator(() -> new Failing(5, 2)).shuffle(2, 7));
    }

    @Test
    void failsOnceIfTheGeneratorFails() {
        Dataset<Integer> none = Dataset.fromGenerator(() -> {
            throw new IllegalStateException("nothing there");
        });
        try (DatasetIterator<Integer> iterator = none.iterator()) {
            assertThatThrownBy(iterator::next).hasMessage("fromGenerator: nothing there");
            assertThat(iterator.hasNext()).isFalse();
        }
    }

    @Test
    void refusesToResumeAChangedGenerator() {
        int[] call = {0};
        List<Callable<Iterator<Integer>>> others = List.of(
                () -> {
                    throw new IllegalStateException("not there now");
                },
                () -> IntStream.range(0, 2).iterator(),
                () -> new Failing(10, 1),
                () -> new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        throw new IllegalStateException("not now");
                    }

                    @Override
                    public Integer next() {
                        return 1;
                    }
                });
        for (Callable<Iterator<Integer>> other : others) {
            call[0] = 0;
            Dataset<Integer> numbers = Dataset.fromGenerator(
                    () -> call[0]++ == 0 ? IntStream.range(0, 10).iterator() : other.call());
            Checkpoint checkpoint;
            try (DatasetIterator<Integer> iterator = numbers.iterator()) {
                assertThat(Trace.of(iterator, 4)).hasSize(4);
                checkpoint = iterator.checkpoint();
            }
            assertThatThrownBy(() -> numbers.resume(checkpoint))
                    .satisfies(e -> assertThat(e.toString()).containsAnyOf("the source has changed", "not there now"));
        }
    }

    @Test
    void resumesAnIteratorWhoseHasNextFails() {
        Resumes.everywhere(() -> Dataset.fromGenerator(() -> new Iterator<Integer>() {
            private int asked;

            @Override
            public boolean hasNext() {
                if (asked++ % 2 == 1) {
                    throw new IllegalStateException("asked " + asked);
                }
                return asked < 8;
            }

            @Override
            public Integer next() {
                return asked;
            }
        }));
    }

    @Test
    void closesTheIteratorWithTheRun() {
        Failing numbers = new Failing(5, 9);
        try (DatasetIterator<Integer> iterator =
                Dataset.<Integer>fromGenerator(() -> numbers).iterator()) {
            iterator.next();
        }
        assertThat(numbers.closed).isTrue();
    }

    private static final class Failing implements Iterator<Integer>, AutoCloseable {
        private final int count;
        private final int wrong;
        private int next;
        private boolean closed;

        Failing(int count, int wrong) {
            this.count = count;
            this.wrong = wrong;
        }

        @Override
        public boolean hasNext() {
            return next < count;
        }

        @Override
        public Integer next() {
            int number = next++;
            if (number == wrong) {
                throw new IllegalStateException("number " + number);
            }
            return number;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
