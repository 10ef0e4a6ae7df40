package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.MixNode;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import java.util.List;

/**
 * Elements of several datasets, in the order that another dataset chooses:
 * {@code tf.data.Dataset.choose_from_datasets}.
 */
public final class ChooseNode<T> extends MixNode<T> {

    private final Node<? extends Number> choices;
    private final boolean endsWithFirst;

    private ChooseNode(
            List<? extends Node<? extends T>> datasets, Node<? extends Number> choices, boolean endsWithFirst) {
        super("chooseFromDatasets", datasets, List.of(choices));
        this.choices = choices;
        this.endsWithFirst = endsWithFirst;
    }

    public static <T> ChooseNode<T> of(List<? extends Node<? extends T>> datasets, Node<? extends Number> choices) {
        return new ChooseNode<>(notEmpty(datasets), choices, true);
    }

    public ChooseNode<T> skipEmptyDatasets() {
        return new ChooseNode<>(datasets(), choices, false);
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    public long cardinality() {
        return cardinalityOfDraws();
    }

    @Override
    protected boolean endsWithFirst() {
        return endsWithFirst;
    }

    @Override
    protected void describe(Description description) {
        description.with(datasets().size() + " datasets").with(!endsWithFirst, "skipping empty ones");
    }

    private final class Running extends DirectedStage<T> {

        private final Stage<? extends Number> chosen;

        Running(Run run) throws Exception {
            super(ChooseNode.this, endsWithFirst, run);
            this.chosen = openInput("choices", choices);
            openInputs();
        }

        @Override
        int select() throws Exception {
            Number next = chosen.next();
            if (next == null) {
                return -1;
            }
            long choice = choice(next);
            int size = datasets().size();
            if (choice < 0 || choice >= size) {
                throw Failures.failure(name(), null, "choice must be from 0 to " + (size - 1) + ": " + choice, null);
            }
            return (int) choice;
        }

        private long choice(Number number) {
            try {
                return integer("choice", number);
            } catch (IllegalArgumentException e) {
                throw Failures.of(name(), null, e);
            }
        }
    }
}
