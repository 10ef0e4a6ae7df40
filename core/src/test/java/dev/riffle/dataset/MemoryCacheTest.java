package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.stage.Pair;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.dataset.stage.Seed;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MemoryCacheTest {

    private final AtomicInteger made = new AtomicInteger();

    private Dataset<Long> counted(long count) {
        return Dataset.range(count).map(number -> {
            made.incrementAndGet();
            return number;
        });
    }

    @Test
    void keepsTheFirstFullPass() {
        Dataset<Long> cached = counted(4).cache();
        assertThat(cached.repeat(3).toList()).hasSize(12);
        assertThat(cached.toList()).containsExactly(0L, 1L, 2L, 3L);
        assertThat(made).hasValue(4);
        assertThat(cached.cardinality()).isEqualTo(4);
    }

    @Test
    void dropsTheElementsOfPartialPasses() {
        Dataset<Long> cached = counted(4).cache();
        assertThat(cached.take(3).toList()).hasSize(3);
        assertThat(cached.take(4).toList()).hasSize(4);
        assertThat(made).hasValue(7);
        assertThat(cached.toList()).hasSize(4);
        assertThat(made).as("full when the known size is reached").hasValue(7);
        Dataset<Long> unknown = counted(4).filter(number -> true).cache();
        assertThat(unknown.take(4).toList()).hasSize(4);
        assertThat(unknown.toList()).hasSize(4);
        assertThat(made).hasValue(15);
        assertThat(unknown.toList()).hasSize(4);
        assertThat(made).hasValue(15);
    }

    @Test
    void decidesAtOpeningWhetherItFillsOrReads() {
        Dataset<Long> cached = counted(3).cache();
        try (DatasetIterator<Long> first = cached.iterator();
                DatasetIterator<Long> second = cached.iterator()) {
            first.forEachRemaining(number -> {});
            second.forEachRemaining(number -> {});
        }
        assertThat(made).hasValue(6);
    }

    @Test
    void resumesEverywhereWithTheSameOrderInLaterPasses() {
        Resumes.everywhere(() -> Dataset.range(5).cache());
        Resumes.everywhere(() -> Dataset.range(6)
                .shuffle(4, Seed.of(5), Reshuffle.EACH_ITERATION)
                .cache());
        Resumes.everywhere(() -> Dataset.range(6)
                .shuffle(4, Seed.of(5), Reshuffle.EACH_ITERATION)
                .filter(number -> number != 3)
                .cache()
                .shuffle(3, Seed.of(1), Reshuffle.EACH_ITERATION));
        Resumes.everywhere(() -> Dataset.range(7)
                .map(number -> {
                    if (number == 4) {
                        throw new IllegalStateException("four");
                    }
                    return number;
                })
                .cache()
                .batch(2));
    }

    @Test
    void sharesOneCacheAmongSeveralReaders() {
        Resumes.everywhere(() -> {
            Dataset<Long> cached = Dataset.range(4)
                    .shuffle(4, Seed.of(2), Reshuffle.EACH_ITERATION)
                    .cache();
            return Dataset.range(3).flatMap(number -> cached);
        });
    }

    @Test
    void replayFailsLikeThePassThatFilledTheCache() {
        Resumes.inOnePass(
                () -> Dataset.range(7)
                        .map(number -> {
                            if (number == 1 || number == 4) {
                                throw new IllegalStateException("no " + number);
                            }
                            return number;
                        })
                        .cache()
                        .repeat()
                        .batch(2)
                        .scan("", (text, batch) -> Pair.of(text + batch, text + batch))
                        .take(9),
                text -> text);
    }
}
