package dev.riffle.dataset.internal.engine;

import java.util.function.UnaryOperator;

/**
 * A dataset whose runs report to an observer. {@link Pipeline} and {@link Run} replace this node with the observed
 * node. So an observer changes no description, no numbering of the stages and no checkpoint.
 */
public final class ObservedNode<T> extends ForwardingNode<T> {

    private final Observation observation;

    public ObservedNode(Node<T> node, Observation observation) {
        super(node.name(), node);
        this.observation = observation;
    }

    Observation observation() {
        return observation;
    }

    /** Returns the node that runs: {@code node}, or the node that it observes. */
    static <T> Node<T> running(Node<T> node) {
        return node instanceof ObservedNode<T> observed ? running(observed.node()) : node;
    }

    /** Applies an operation that changes a node instead of adding a stage. Keeps the observer. */
    public static <T> Node<T> changed(Node<T> node, UnaryOperator<Node<T>> operation) {
        return node instanceof ObservedNode<T> observed
                ? new ObservedNode<>(changed(observed.node(), operation), observed.observation)
                : operation.apply(node);
    }
}
