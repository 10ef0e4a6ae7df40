package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests that a run loses no element if the consumer continues after an interruption. */
class InterruptionTest {

    private static final Dataset<Long> OTHER = Dataset.range(10, 17);

    private static final List<UnaryOperator<Dataset<Long>>> INPUTS = List.of(
            input -> input,
            input -> input.map(x -> {
                if (x % 3 == 1) {
                    throw new IOException("no " + x);
                }
                return x;
            }));

    /** Returns a dataset with a more general element type, which is safe because datasets only produce elements. */
    @SuppressWarnings("unchecked")
    static Dataset<Object> widened(Dataset<?> dataset) {
        return (Dataset<Object>) dataset;
    }

    /**
     * Interrupts the consumer before each element and at the end, and compares the outcomes with an uninterrupted run.
     */
    private static void losesNothing(UnaryOperator<Dataset<Object>> stage, boolean resumed) {
        for (UnaryOperator<Dataset<Long>> input : INPUTS) {
            Dataset<Long> numbers = input.apply(Dataset.range(7));
            List<String> expected = Trace.of(stage.apply(widened(numbers)));
            for (int before = 0; before <= 7; before++) {
                Dataset<Long> interrupted = new Dataset<>(new InterruptedOnceNode<>(numbers.node(), before));
                assertThat(InterruptedOnceNode.outcomesAfterInterruption(stage.apply(widened(interrupted)), resumed))
                        .as("before %d", before)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void zipStaysAligned() {
        for (boolean resumed : new boolean[] {false, true}) {
            losesNothing(input -> widened(Dataset.zip(OTHER, input)), resumed);
            losesNothing(input -> widened(Dataset.zip(OTHER.take(5), input)), resumed);
            losesNothing(input -> widened(Dataset.zip(OTHER.shuffle(3, 1), input)), resumed);
            losesNothing(input -> widened(Dataset.zip(INPUTS.get(1).apply(OTHER), input)), resumed);
            losesNothing(input -> widened(input.enumerate()), resumed);
            losesNothing(input -> widened(Dataset.zip(OTHER, input).shuffle(3, 1)), resumed);
        }
    }

    @Test
    void batchesAndWindowsKeepCollectedElements() {
        for (boolean resumed : new boolean[] {false, true}) {
            losesNothing(input -> widened(input.batch(3)), resumed);
            losesNothing(input -> widened(input.batch(3).parallel(Parallel.calls(2))), resumed);
            losesNothing(input -> widened(input.window(2).shift(3).map(Dataset::toList)), resumed);
            losesNothing(
                    input -> widened(input.groupByWindow(x -> x.hashCode() % 2, (key, group) -> group.batch(2), 2)),
                    resumed);
            losesNothing(input -> widened(input.shuffle(3, 1).batch(2).shuffle(2, 1)), resumed);
        }
    }

    @Test
    void drawnOrChosenDatasetKeepsItsTurn() {
        for (boolean resumed : new boolean[] {false, true}) {
            losesNothing(
                    input -> Dataset.<Object>sampleFromDatasets(List.of(OTHER, input))
                            .seed(3),
                    resumed);
            losesNothing(
                    input -> Dataset.<Object>chooseFromDatasets(
                            List.of(OTHER, input), Dataset.of(1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1)),
                    resumed);
        }
    }
}
