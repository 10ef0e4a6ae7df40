package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.dataset.stage.CheckpointException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests that a resume reports the invalid part of a damaged checkpoint, and does not hide defects of a stage. */
class CheckpointErrorsTest {

    private static final List<RuntimeException> MISTAKES = List.of(
            new NullPointerException("planted"),
            new ClassCastException("planted"),
            new IndexOutOfBoundsException("planted"),
            new NoSuchElementException("planted"),
            new ArithmeticException("planted"),
            new IllegalStateException("planted"),
            new NegativeArraySizeException("planted"));

    @Test
    void throwsMistakesOfAFunctionUnchanged() {
        AtomicReference<@Nullable RuntimeException> planted = new AtomicReference<>();
        Dataset<Long> numbers = Dataset.range(9)
                .map(number -> {
                    RuntimeException mistake = planted.get();
                    if (mistake != null) {
                        throw mistake;
                    }
                    return number;
                })
                .shuffle(4, 1);
        Checkpoint checkpoint = afterTwo(numbers);
        for (RuntimeException mistake : MISTAKES) {
            planted.set(mistake);
            assertThat(catchThrowable(() -> numbers.resume(checkpoint))).isSameAs(mistake);
        }
        planted.set(null);
        try (DatasetIterator<Long> resumed = numbers.resume(checkpoint)) {
            assertThat(resumed.next())
                    .isEqualTo(Dataset.range(9).shuffle(4, 1).toList().get(2));
        }
    }

    @Test
    void throwsMistakesOfAStageUnchanged() {
        for (RuntimeException mistake : MISTAKES) {
            Dataset<Long> numbers =
                    new Dataset<>(new BrokenNode(Dataset.range(9).node(), mistake));
            Checkpoint checkpoint = afterTwo(numbers);
            assertThat(catchThrowable(() -> numbers.resume(checkpoint))).isSameAs(mistake);
        }
    }

    @Test
    void namesWrongValuesWithTheirPlaces() {
        Dataset<Long> numbers = Dataset.range(9).take(5).shuffle(2, 1);
        String text = afterTwo(numbers).toString();
        assertDamaged(
                numbers, text, "\"taken\":3", "\"taken\":\"x\"", "run.state.input.taken must be an integer: \"x\"");
        assertDamaged(numbers, text, "\"taken\":3", "\"taken\":null", "run.state.input.taken must be an integer: null");
        assertDamaged(numbers, text, "\"taken\":3", "\"took\":3", "run.state.input.taken is missing in {");
        assertDamaged(
                numbers,
                text,
                "\"taken\":3",
                "\"taken\":6",
                "run.state.input.taken must be at least 0 and at most 5: 6");
        assertDamaged(numbers, text, "\"ended\":false", "\"ended\":0", "run.state.ended must be true or false: 0");
        assertDamaged(
                numbers, text, "\"buffer\":[", "\"buffer\":[{},", "run.state.buffer[0] must be the position of an");
        assertDamaged(numbers, text, "\"starts\":[]", "\"starts\":{}", "starts must be an array: {}");
        assertDamaged(numbers, text, "\"shared\":[{}", "\"shared\":[7", "shared[0] must be an object: 7");
    }

    @Test
    void rejectsOtherVersionsAndInputsThatCannotHaveEnded() {
        Dataset<Long> numbers = Dataset.range(9).skip(1);
        String text = afterTwo(numbers).toString();
        assertDamaged(
                numbers,
                text,
                "\"riffle\":3",
                "\"riffle\":2",
                "checkpoint has version 2, this library reads version 3");
        assertDamaged(
                numbers, text, "\"input\":{\"index\":3}", "\"input\":null", "run.state.input must be an object: null");
        assertDamaged(
                numbers,
                text,
                "\"skipped\":1",
                "\"skipped\":2",
                "run.state.skipped must be at least 0 and at most 1: 2");
    }

    private static void assertDamaged(Dataset<Long> numbers, String text, String right, String wrong, String message) {
        assertThat(text).contains(right);
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> numbers.resume(Checkpoint.parse(text.replace(right, wrong))))
                .withMessageContaining("checkpoint")
                .withMessageContaining(message);
    }

    private static Checkpoint afterTwo(Dataset<Long> numbers) {
        try (DatasetIterator<Long> iterator = numbers.iterator()) {
            iterator.next();
            iterator.next();
            return iterator.checkpoint();
        }
    }

    /** Fails with a runtime exception when a run restores its stage. */
    private static final class BrokenNode extends UnaryNode<Long, Long> {

        private final RuntimeException mistake;

        BrokenNode(Node<Long> input, RuntimeException mistake) {
            super("broken", input);
            this.mistake = mistake;
        }

        @Override
        public long cardinality() {
            return input().cardinality();
        }

        @Override
        public List<Long> recompute(List<ElementLineage> lineages, Run run) throws Exception {
            return input().recompute(lineages, run);
        }

        @Override
        public Stage<Long> open(Run run) throws Exception {
            return new UnaryStage<>(this, run) {

                @Override
                public @Nullable Long next() throws Exception {
                    return input().next();
                }

                @Override
                public void restore(State state) {
                    throw mistake;
                }
            };
        }
    }
}
