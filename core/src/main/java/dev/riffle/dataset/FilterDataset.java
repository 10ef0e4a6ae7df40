package dev.riffle.dataset;

import org.jspecify.annotations.Nullable;

/** The elements for which a condition holds. */
final class FilterDataset<T> extends PassingNode<T> {

    private final DatasetPredicate<? super T> predicate;

    FilterDataset(Node<T> input, DatasetPredicate<? super T> predicate) {
        super("filter", input);
        this.predicate = predicate;
    }

    @Override
    Stage<T> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    long cardinality() {
        return UNKNOWN_CARDINALITY;
    }

    @Override
    String signature() {
        return "filter";
    }

    private final class Running extends UnaryStage<T, T> {

        Running(Run run) throws Exception {
            super(FilterDataset.this, run);
        }

        @Override
        @Nullable
        T next() throws Exception {
            for (T element = input().next(); element != null; element = input().next()) {
                if (test(element)) {
                    return element;
                }
            }
            return null;
        }

        private boolean test(T element) {
            try {
                return predicate.test(element);
            } catch (Exception e) {
                throw failure(FilterDataset.this, e);
            }
        }
    }
}
