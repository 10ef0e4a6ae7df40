package dev.riffle.dataset;

/** The same elements, of which more is known. Checks nothing: the caller knows. */
final class SpecDataset<T> extends PassingNode<T> {

    private final ElementSpec spec;

    SpecDataset(Node<T> input, ElementSpec spec) {
        super("elementSpec", input);
        this.spec = spec;
    }

    /** The input's own stage: there is nothing to do. */
    @Override
    Stage<T> open(Run run) throws Exception {
        return run.open(input());
    }

    @Override
    long cardinality() {
        return input().cardinality();
    }

    @Override
    ElementSpec elementSpec() {
        return spec;
    }

    @Override
    String signature() {
        return "elementSpec(" + spec + ")";
    }
}
