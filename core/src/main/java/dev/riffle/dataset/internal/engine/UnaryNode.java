package dev.riffle.dataset.internal.engine;

import java.util.List;

/** A dataset with one input. */
public abstract class UnaryNode<S, T> extends Node<T> {

    private final Node<S> input;

    public UnaryNode(String name, Node<S> input) {
        super(name);
        this.input = input;
    }

    public final Node<S> input() {
        return input;
    }

    @Override
    public final List<Node<?>> inputs() {
        return List.of(input);
    }
}
