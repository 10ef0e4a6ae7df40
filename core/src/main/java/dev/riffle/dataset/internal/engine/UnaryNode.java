package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.stage.ElementSpec;
import java.util.List;

/** A dataset with one input. */
public abstract class UnaryNode<S, T> extends Node<T> {

    private final Node<S> input;

    /** Creates a node whose elements have no known spec. */
    public UnaryNode(String name, Node<S> input) {
        this(name, input, ElementSpec.unknown());
    }

    public UnaryNode(String name, Node<S> input, ElementSpec spec) {
        super(name, spec, List.of(input));
        this.input = input;
    }

    public final Node<S> input() {
        return input;
    }
}
