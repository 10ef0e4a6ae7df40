package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.dataset.stage.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests windows, and groups of elements with equal keys. */
class WindowTest {

    private static List<List<Long>> lists(Dataset<Dataset<Long>> windows) {
        return windows.map(Dataset::toList).toList();
    }

    @Test
    void windowsBeginAtMultiplesOfTheShift() {
        assertThat(lists(Dataset.range(7).window(3)))
                .containsExactly(List.of(0L, 1L, 2L), List.of(3L, 4L, 5L), List.of(6L));
        assertThat(lists(Dataset.range(4).window(3).shift(1)))
                .containsExactly(List.of(0L, 1L, 2L), List.of(1L, 2L, 3L), List.of(2L, 3L), List.of(3L));
        assertThat(lists(Dataset.range(9).window(2).shift(4)))
                .containsExactly(List.of(0L, 1L), List.of(4L, 5L), List.of(8L));
        assertThat(lists(Dataset.range(6).window(3).shift(1).stride(2).dropRemainder()))
                .containsExactly(List.of(0L, 2L, 4L), List.of(1L, 3L, 5L));
        assertThat(lists(Dataset.range(3).window(Long.MAX_VALUE).stride(Long.MAX_VALUE)))
                .containsExactly(List.of(0L));
    }

    @Test
    void cardinalityCountsWindows() {
        for (long size = 1; size < 4; size++) {
            for (long shift = 1; shift < 4; shift++) {
                for (long stride = 1; stride < 3; stride++) {
                    for (long count = 0; count < 9; count++) {
                        WindowDataset<Long> windows =
                                Dataset.range(count).window(size).shift(shift).stride(stride);
                        assertThat(windows.cardinality())
                                .isEqualTo(windows.toList().size());
                        assertThat(windows.dropRemainder().cardinality())
                                .isEqualTo(windows.dropRemainder().toList().size());
                    }
                }
            }
        }
    }

    @Test
    void argumentsMustBePositive() {
        assertThatThrownBy(() -> Dataset.range(4).window(0)).hasMessage("size must be positive: 0");
        assertThatThrownBy(() -> Dataset.range(4).window(1).shift(0)).hasMessage("shift must be positive: 0");
        assertThatThrownBy(() -> Dataset.range(4).window(1).stride(-1)).hasMessage("stride must be positive: -1");
    }

    private static Dataset<Long> failingAt(long number) {
        return Dataset.range(8).map(element -> {
            if (element == number) {
                throw new IllegalStateException("bad");
            }
            return element;
        });
    }

    @Test
    void failureAffectsTheWindowsThatContainIt() {
        try (DatasetIterator<Dataset<Long>> iterator =
                failingAt(2).window(2).shift(1).iterator()) {
            assertThat(iterator.next().toList()).containsExactly(0L, 1L);
            assertThatThrownBy(iterator::next).isInstanceOf(DatasetException.class);
            assertThatThrownBy(iterator::next).isInstanceOf(DatasetException.class);
            assertThat(iterator.next().toList()).containsExactly(3L, 4L);
        }
        try (DatasetIterator<Dataset<Long>> iterator =
                failingAt(2).window(2).shift(3).iterator()) {
            iterator.next();
            assertThat(iterator.next().toList())
                    .as("a failure between windows has no effect")
                    .containsExactly(3L, 4L);
        }
    }

    @Test
    void windowsResume() {
        for (long bad = -1; bad < 8; bad++) {
            long at = bad;
            Resumes.inOnePass(() -> failingAt(at).window(3).shift(2).stride(2), Dataset::toList);
            Resumes.inOnePass(() -> failingAt(at).window(2).shift(3), Dataset::toList);
        }
        Resumes.everywhere(
                () -> Dataset.range(9).shuffle(4, 2).window(3).shift(2).<Long>flatMap(window -> window));
        Resumes.everywhere(() -> Dataset.range(9)
                .window(2)
                .<List<Long>>flatMap(window -> window.batch(5))
                .shuffle(3, 7));
    }

    private static Dataset<List<Long>> groups(Dataset<Long> input) {
        return input.groupByWindow(number -> number % 3, (key, group) -> group.batch(2), 3);
    }

    @Test
    void returnsFullGroupsThenTheRestByKey() {
        assertThat(groups(Dataset.range(8)).toList())
                .containsExactly(List.of(0L, 3L), List.of(6L), List.of(1L, 4L), List.of(7L), List.of(2L, 5L));
        assertThat(Dataset.of(-1L, 5L, -7L, 2L)
                        .groupByWindow(key -> key, (key, group) -> group, 9)
                        .toList())
                .containsExactly(-7L, -1L, 2L, 5L);
        assertThat(groups(Dataset.range(8)).cardinality()).isEqualTo(Dataset.UNKNOWN_CARDINALITY);
    }

    @Test
    void groupsResume() {
        for (long bad = -1; bad < 8; bad++) {
            long at = bad;
            Resumes.everywhere(() -> groups(failingAt(at)));
        }
        Resumes.everywhere(() -> groups(Dataset.range(20).shuffle(5, 3)).shuffle(3, 4));
        Resumes.everywhere(() -> Dataset.range(20)
                .groupByWindow(number -> number % 2, (key, group) -> group.shuffle(3, 9), number -> number + 2)
                .batch(3));
    }

    @Test
    void checkpointGrowsOnlyWithTheNumberOfGroupedElements() {
        Dataset<Long> elements = Dataset.range(4_000)
                .<Long>groupByWindow(x -> 0L, (key, group) -> group, 1_000)
                .shuffle(1_000, Seed.of(1), Reshuffle.NEVER);
        List<Long> all = elements.toList();
        try (DatasetIterator<Long> iterator = elements.iterator()) {
            assertThat(Trace.of(iterator, 1_500)).hasSize(1_500);
            String text = iterator.checkpoint().toString();
            assertThat(text.length()).isLessThan(100_000);
            try (DatasetIterator<Long> resumed = elements.resume(Checkpoint.parse(text))) {
                List<Long> rest = new ArrayList<>();
                resumed.forEachRemaining(rest::add);
                assertThat(rest.equals(all.subList(1_500, 4_000))).isTrue();
            }
        }
    }

    @Test
    void recomputesGroupsTogether() {
        int[] calls = {0};
        Dataset<Long> elements = Dataset.<Long>fromGenerator(() -> {
                    calls[0]++;
                    return LongStream.range(0, 100).iterator();
                })
                .groupByWindow(x -> x % 20, (key, group) -> group, 5);
        Checkpoint checkpoint;
        try (DatasetIterator<Long> iterator = elements.iterator()) {
            assertThat(Trace.of(iterator, 2)).hasSize(2);
            checkpoint = iterator.checkpoint();
        }
        calls[0] = 0;
        try (DatasetIterator<Long> iterator = elements.resume(checkpoint)) {
            assertThat(Trace.of(iterator)).hasSize(98);
        }
        assertThat(calls[0]).isLessThanOrEqualTo(2);
    }

    @Test
    void failureOfAGroupFunctionOccursOnce() {
        Dataset<Long> badKey =
                Dataset.range(4).groupByWindow(number -> number / (number - 2), (key, group) -> group, 1);
        assertThat(badKey.ignoreErrors(error -> {}).toList()).containsExactly(0L, 1L, 3L);
        Dataset<Long> badGroup = Dataset.range(6)
                .groupByWindow(
                        number -> number % 2,
                        (key, group) -> {
                            if (key == 0) {
                                throw new IllegalStateException("no zero");
                            }
                            return group;
                        },
                        2);
        try (DatasetIterator<Long> iterator = badGroup.iterator()) {
            assertThatThrownBy(iterator::next)
                    .isInstanceOf(DatasetException.class)
                    .hasMessage("groupByWindow: no zero");
            assertThat(iterator.next()).isEqualTo(1L);
            assertThat(iterator.next()).isEqualTo(3L);
            assertThatThrownBy(iterator::next).isInstanceOf(DatasetException.class);
            assertThat(iterator.next()).isEqualTo(5L);
            assertThat(iterator.hasNext()).isFalse();
        }
        Resumes.everywhere(() -> badGroup);
        Dataset<Long> noSize = Dataset.range(2).groupByWindow(number -> number, (key, group) -> group, 0);
        assertThatThrownBy(() -> noSize.toList()).hasMessageContaining("windowSize must be positive: 0 for key 0");
    }
}
