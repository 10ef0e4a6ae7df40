package dev.riffle.dataset;

import java.util.List;

/** A dataset with one input. */
abstract class UnaryNode<S, T> extends Node<T> {

    private final Node<S> input;

    UnaryNode(String name, Node<S> input) {
        super(name);
        this.input = input;
    }

    final Node<S> input() {
        return input;
    }

    @Override
    final List<Node<?>> inputs() {
        return List.of(input);
    }
}
