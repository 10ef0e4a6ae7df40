package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.engine.Pipeline;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Repeats passes a fixed number of times. The stage opens the first pass immediately, and each later pass when the
 * previous pass has ended. After the last pass, the stage opens one more pass without reading it, as TensorFlow does.
 * An earlier shuffle therefore draws one more pair of seeds.
 */
final class RepeatStage<T> extends Stage<T> {

    private static final StateKey<Long> PASSES = StateKey.count("passes");

    /** The state of the input; empty after the last element of the input. */
    private static final StateKey<Optional<State>> INPUT =
            StateKey.state("input").optional();

    private final RepeatNode<T> dataset;
    private final Run run;
    private final long count;

    private @Nullable Stage<T> input;
    private long passes;

    RepeatStage(RepeatNode<T> dataset, Run run, long count) throws Exception {
        super(dataset);
        this.dataset = dataset;
        this.run = run;
        this.count = count;
        this.input = run.open(dataset.input());
    }

    @Override
    @Nullable
    public T next() throws Exception {
        while (passes < count) {
            Stage<T> from = input;
            if (from == null) {
                from = run.open(dataset.input());
                input = from;
            }
            T element = from.next();
            if (element != null) {
                return element;
            }
            passes++;
            input = null;
            from.close();
            if (passes < count) {
                input = run.open(dataset.input());
            } else {
                drawAsIfOpened();
            }
        }
        return null;
    }

    /** Draws the seeds of the unread pass after the last pass, if a stage is random. */
    private void drawAsIfOpened() throws Exception {
        if (!new Pipeline(dataset).seedGenerators().isEmpty()) {
            run.open(dataset.input()).close();
        }
    }

    @Override
    public ElementLineage lineage() {
        if (input == null) {
            throw new IllegalStateException("no element has been delivered");
        }
        return input.lineage();
    }

    @Override
    public State save(Saving saving) {
        return State.empty()
                .with(PASSES, passes)
                .with(INPUT, Optional.ofNullable(input).map(stage -> stage.save(saving)));
    }

    @Override
    public void restore(State state, Restoring restoring) throws Exception {
        passes = state.get(PASSES);
        Stage<T> opened = Objects.requireNonNull(input);
        Optional<State> saved = state.get(INPUT);
        if (saved.isPresent()) {
            opened.restore(saved.get(), restoring);
        } else {
            input = null;
            opened.close();
        }
    }

    @Override
    public void close() throws IOException {
        if (input != null) {
            input.close();
        }
    }
}
