package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.stage.DatasetException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Checks that a pipeline can be stopped everywhere: for every number of elements given before, with the next one already
 * looked for or not, the checkpoint's text resumes in a freshly built pipeline with exactly the rest, and the pass behind it
 * is the one that would have come. Elements that fail count as elements; they must fail again with the same words.
 */
public final class Resumes {

    /** How many elements are looked at, of a pipeline that is long or without end. */
    private static final int LIMIT = 120;

    private Resumes() {}

    /** Checks the pipeline, and two passes of it by {@code repeat(2)}; elements are compared by {@code equals}. */
    public static <T> void everywhere(Supplier<? extends Dataset<T>> pipeline) {
        everywhere(pipeline, element -> element);
    }

    /** The same for elements that are compared by what {@code view} makes of them, such as the lists of windows. */
    public static <T> void everywhere(Supplier<? extends Dataset<T>> pipeline, Function<? super T, ?> view) {
        inOnePass(pipeline, view);
        inOnePass(() -> pipeline.get().repeat(2), view);
    }

    /** Checks the pipeline alone. */
    static <T> void inOnePass(Supplier<? extends Dataset<T>> pipeline, Function<? super T, ?> view) {
        between(pipeline, pipeline, view);
    }

    /** Checks that checkpoints of one pipeline resume in another, which gives the same. */
    static <T> void between(
            Supplier<? extends Dataset<T>> stopped,
            Supplier<? extends Dataset<T>> resumed,
            Function<? super T, ?> view) {
        Dataset<T> uninterrupted = stopped.get();
        List<Object> expected = rest(uninterrupted.iterator(), view, LIMIT);
        List<Object> secondPass = rest(uninterrupted.iterator(), view, LIMIT);
        for (int k = 0; k <= expected.size(); k++) {
            String text;
            String textAhead;
            List<Object> continued;
            try (DatasetIterator<T> iterator = stopped.get().iterator()) {
                assertThat(outcomes(iterator, view, k)).isEqualTo(expected.subList(0, k));
                text = iterator.checkpoint().toString();
                assertThat(iterator.hasNext())
                        .as("anything after %s", k)
                        .isEqualTo(k < expected.size() || expected.size() == LIMIT && iterator.hasNext());
                textAhead = iterator.checkpoint().toString();
                continued = outcomes(iterator, view, LIMIT - k);
            }
            assertThat(continued).as("after a checkpoint at %s", k).isEqualTo(expected.subList(k, expected.size()));
            for (String checkpoint : List.of(text, atOnce(resumed, textAhead))) {
                Dataset<T> again = resumed.get();
                assertThat(rest(again.resume(Checkpoint.parse(checkpoint)), view, LIMIT - k))
                        .as("resumed at %s from %s", k, checkpoint)
                        .isEqualTo(expected.subList(k, expected.size()));
                if (expected.size() < LIMIT) {
                    assertThat(rest(again.iterator(), view, LIMIT))
                            .as("the pass after resuming at %s from %s", k, checkpoint)
                            .isEqualTo(secondPass);
                }
            }
            twice(resumed, view, text, expected.subList(k, expected.size()));
        }
    }

    /** The checkpoint of a run that resumes another and has given nothing. */
    private static String atOnce(Supplier<? extends Dataset<?>> pipeline, String checkpoint) {
        try (DatasetIterator<?> iterator = pipeline.get().resume(Checkpoint.parse(checkpoint))) {
            return iterator.checkpoint().toString();
        }
    }

    /** Stops once more, one element later. */
    private static <T> void twice(
            Supplier<? extends Dataset<T>> pipeline,
            Function<? super T, ?> view,
            String checkpoint,
            List<Object> expected) {
        List<Object> found;
        try (DatasetIterator<T> iterator = pipeline.get().resume(Checkpoint.parse(checkpoint))) {
            found = outcomes(iterator, view, Math.min(1, expected.size()));
            Checkpoint next = Checkpoint.parse(iterator.checkpoint().toString());
            found.addAll(rest(pipeline.get().resume(next), view, expected.size() - found.size()));
        }
        assertThat(found).as("resumed twice from %s", checkpoint).isEqualTo(expected);
    }

    private static <T> List<Object> rest(DatasetIterator<T> iterator, Function<? super T, ?> view, int limit) {
        try (iterator) {
            return outcomes(iterator, view, limit);
        }
    }

    /** The next elements, at most {@code limit}, with the messages of those that failed. */
    private static <T> List<Object> outcomes(DatasetIterator<T> iterator, Function<? super T, ?> view, int limit) {
        List<Object> outcomes = new ArrayList<>();
        while (outcomes.size() < limit && iterator.hasNext()) {
            T element;
            try {
                element = iterator.next();
            } catch (DatasetException e) {
                // The virtual machine leaves out the words of an exception that it has thrown often.
                String message = String.valueOf(e.getMessage());
                outcomes.add("failed: "
                        + message.replaceFirst("class \\S+ cannot be cast.*", ClassCastException.class.getName()));
                continue;
            }
            outcomes.add(view.apply(element));
        }
        return outcomes;
    }
}
