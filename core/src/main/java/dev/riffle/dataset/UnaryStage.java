package dev.riffle.dataset;

import java.io.IOException;

/** A stage with one input, which it opens at once. */
abstract class UnaryStage<S, T> extends Stage<T> {

    private final Stage<S> input;

    UnaryStage(UnaryNode<S, T> dataset, Run run) throws Exception {
        super(dataset);
        this.input = run.open(dataset.input());
    }

    final Stage<S> input() {
        return input;
    }

    @Override
    Mark mark() {
        return input.mark();
    }

    @Override
    State save(Saving saving) {
        return State.empty().with("input", input.save(saving));
    }

    @Override
    void restore(State state, Restoring restoring) throws Exception {
        input.restore(state.state("input"), restoring);
    }

    @Override
    public void close() throws IOException {
        input.close();
    }

    /** The failure of this stage at the element that its input gave last. */
    final DatasetException failure(UnaryNode<S, T> dataset, Exception cause) {
        if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return Failures.of(name(), dataset.input().origin(input.mark()).orElse(null), cause);
    }
}
