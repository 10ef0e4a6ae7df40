package dev.riffle.dataset;

import java.util.List;

/** A dataset that changes nothing in its elements, only which of them come and when: their marks are those of the input. */
abstract class PassingNode<T> extends UnaryNode<T, T> {

    PassingNode(String name, Node<T> input) {
        super(name, input);
    }

    @Override
    List<T> remake(List<Mark> marks, Run run) throws Exception {
        return input().remake(marks, run);
    }

    @Override
    ElementSpec elementSpec() {
        return input().elementSpec();
    }
}
