package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.stage.DatasetException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Collects the outcomes of runs as strings, including failures, and compares resumed runs. */
final class Trace {

    private Trace() {}

    /** Returns all remaining outcomes of the iterator. */
    static List<String> of(DatasetIterator<?> iterator) {
        return of(iterator, Integer.MAX_VALUE);
    }

    static List<String> of(DatasetIterator<?> iterator, int most) {
        List<String> delivered = new ArrayList<>();
        while (delivered.size() < most && iterator.hasNext()) {
            try {
                delivered.add(String.valueOf(iterator.next()));
            } catch (DatasetException e) {
                delivered.add("! " + e.getMessage());
            }
        }
        return delivered;
    }

    static List<String> of(Dataset<?> dataset) {
        try (DatasetIterator<?> iterator = dataset.iterator()) {
            return of(iterator);
        }
    }

    /**
     * Stops {@code from} at every position and continues with {@code to}. The outcomes must equal those of an
     * uninterrupted run.
     */
    static void resumes(Dataset<?> from, Dataset<?> to) {
        List<String> expected = of(from);
        assertThat(of(to)).isEqualTo(expected);
        for (int k = 0; k <= expected.size(); k++) {
            Checkpoint checkpoint;
            try (DatasetIterator<?> iterator = from.iterator()) {
                assertThat(of(iterator, k)).isEqualTo(expected.subList(0, k));
                checkpoint = Checkpoint.parse(iterator.checkpoint().toString());
                assertThat(of(iterator)).as("resumed at %d", k).isEqualTo(expected.subList(k, expected.size()));
            }
            try (DatasetIterator<?> iterator = to.resume(checkpoint)) {
                Checkpoint again = Checkpoint.parse(iterator.checkpoint().toString());
                assertThat(of(iterator)).as("at %d: %s", k, checkpoint).isEqualTo(expected.subList(k, expected.size()));
                try (DatasetIterator<?> second = from.resume(again)) {
                    assertThat(of(second))
                            .as("resumed twice at %d: %s", k, again)
                            .isEqualTo(expected.subList(k, expected.size()));
                }
            }
        }
    }

    /** Returns the numbers below {@code size}, with a failure instead of {@code bad}. */
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
