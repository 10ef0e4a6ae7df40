package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.dataset.stage.DatasetException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Checks that a pipeline can stop at every element, with or without a call of {@code hasNext} before the checkpoint. A
 * rebuilt pipeline that resumes the text of the checkpoint must deliver exactly the remaining elements. The next pass
 * must be equal too. Failures count as elements: the resumed pipeline must fail with the same message.
 */
public final class Resumes {

    /** The maximum number of elements that the check reads from a long or endless pipeline. */
    private static final int LIMIT = 120;

    private Resumes() {}

    /** Checks the pipeline, and two passes of it with {@code repeat(2)}. Compares elements with {@code equals}. */
    public static <T> void everywhere(Supplier<? extends Dataset<T>> pipeline) {
        everywhere(pipeline, element -> element);
    }

    /**
     * Like {@link #everywhere(Supplier)}, but compares the results of {@code view}, for example lists of the elements
     * of windows.
     */
    public static <T> void everywhere(Supplier<? extends Dataset<T>> pipeline, Function<? super T, ?> view) {
        inOnePass(pipeline, view);
        inOnePass(() -> pipeline.get().repeat(2), view);
    }

    /** Checks one pass of the pipeline. */
    static <T> void inOnePass(Supplier<? extends Dataset<T>> pipeline, Function<? super T, ?> view) {
        between(pipeline, pipeline, view);
    }

    /** Checks that a pipeline can resume the checkpoints of another pipeline with the same elements. */
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
                        .as("elements remain after %s", k)
                        .isEqualTo(k < expected.size() || expected.size() == LIMIT && iterator.hasNext());
                textAhead = iterator.checkpoint().toString();
                continued = outcomes(iterator, view, LIMIT - k);
            }
            assertThat(continued).as("after a checkpoint at %s", k).isEqualTo(expected.subList(k, expected.size()));
            for (String checkpoint : List.of(text, resumedCheckpoint(resumed, textAhead))) {
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

    /** Resumes the checkpoint, and returns the checkpoint of the resumed run before it delivers an element. */
    private static String resumedCheckpoint(Supplier<? extends Dataset<?>> pipeline, String checkpoint) {
        try (DatasetIterator<?> iterator = pipeline.get().resume(Checkpoint.parse(checkpoint))) {
            return iterator.checkpoint().toString();
        }
    }

    /**
     * Resumes the checkpoint, stops the resumed run after one element, and checks the elements after a second resume.
     */
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

    /** Returns at most {@code limit} outcomes: the views of elements, and the messages of failures. */
    private static <T> List<Object> outcomes(DatasetIterator<T> iterator, Function<? super T, ?> view, int limit) {
        List<Object> outcomes = new ArrayList<>();
        while (outcomes.size() < limit && iterator.hasNext()) {
            T element;
            try {
                element = iterator.next();
            } catch (DatasetException e) {
                // The Java virtual machine omits the message of a ClassCastException that it has thrown often.
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
