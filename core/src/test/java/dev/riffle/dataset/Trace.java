package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.stage.DatasetException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Collects the outcomes of runs, including failures, as texts for comparisons. */
final class Trace {

    private Trace() {}

    /** Returns all remaining outcomes. */
    static List<String> of(DatasetIterator<?> iterator) {
        return of(iterator, Integer.MAX_VALUE);
    }

    static List<String> of(DatasetIterator<?> iterator, int most) {
        List<String> given = new ArrayList<>();
        while (given.size() < most && iterator.hasNext()) {
            try {
                given.add(String.valueOf(iterator.next()));
            } catch (DatasetException e) {
                given.add("! " + e.getMessage());
            }
        }
        return given;
    }

    static List<String> of(Dataset<?> dataset) {
        try (DatasetIterator<?> iterator = dataset.iterator()) {
            return of(iterator);
        }
    }

    /**
     * Stops {@code from} at every position, continues with {@code to}, and compares with the outcomes of an
     * uninterrupted run.
     */
    static void resumes(Dataset<?> from, Dataset<?> to) {
        List<String> whole = of(from);
        assertThat(of(to)).isEqualTo(whole);
        for (int k = 0; k <= whole.size(); k++) {
            Checkpoint checkpoint;
            try (DatasetIterator<?> iterator = from.iterator()) {
                assertThat(of(iterator, k)).isEqualTo(whole.subList(0, k));
                checkpoint = Checkpoint.parse(iterator.checkpoint().toString());
                assertThat(of(iterator))
                        .as("resumed at %d", k)
                        .isEqualTo(whole.subList(k, whole.size()));
            }
            try (DatasetIterator<?> iterator = to.resume(checkpoint)) {
                Checkpoint again = Checkpoint.parse(iterator.checkpoint().toString());
                assertThat(of(iterator)).as("at %d: %s", k, checkpoint).isEqualTo(whole.subList(k, whole.size()));
                try (DatasetIterator<?> second = from.resume(again)) {
                    assertThat(of(second)).as("resumed twice at %d: %s", k, again).isEqualTo(whole.subList(k, whole.size()));
                }
            }
        }
    }

    /** Returns the numbers below {@code size}, one of which fails. */
    static Dataset<Long> failingAt(long size, long bad) {
        return Dataset.range(size).map(x -> {
            if (x == bad) {
                throw new IOException("no " + x);
            }
            return x;
        });
    }

    /** Returns the live threads of pipelines. */
    static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("riffle-pipeline"))
                .collect(Collectors.toSet());
    }
}
