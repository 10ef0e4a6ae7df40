package dev.riffle.dataset.collate;

import dev.riffle.dataset.internal.collate.Described;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Pair;
import java.util.AbstractList;
import java.util.List;

/** Splits both sides of a pair into pairs of elements. */
final class PairSplitter<A, B, C, D> implements Splitter<Pair<A, B>, Pair<C, D>>, Described {

    private final Splitter<? super A, C> first;
    private final Splitter<? super B, D> second;

    PairSplitter(Splitter<? super A, C> first, Splitter<? super B, D> second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public List<Pair<C, D>> split(Pair<A, B> batch) throws Exception {
        List<? extends C> firsts = first.split(batch.first());
        List<? extends D> seconds = second.split(batch.second());
        if (firsts.size() != seconds.size()) {
            throw new IllegalArgumentException(
                    "the sides of a pair have different sizes: " + firsts.size() + " and " + seconds.size());
        }
        return new AbstractList<>() {
            @Override
            public Pair<C, D> get(int index) {
                return Pair.of(firsts.get(index), seconds.get(index));
            }

            @Override
            public int size() {
                return firsts.size();
            }
        };
    }

    @Override
    public ElementSpec spec(ElementSpec batch) {
        if (batch instanceof ElementSpec.PairOf pair) {
            return new ElementSpec.PairOf(first.spec(pair.first()), second.spec(pair.second()));
        }
        if (batch instanceof ElementSpec.Unknown) {
            return new ElementSpec.PairOf(first.spec(batch), second.spec(batch));
        }
        throw new IllegalArgumentException("elements are not pairs: " + batch);
    }

    @Override
    public int size(ElementSpec batch) {
        if (!(batch instanceof ElementSpec.PairOf pair)) {
            return -1;
        }
        int size = first.size(pair.first());
        return size >= 0 ? size : second.size(pair.second());
    }

    @Override
    public String describe() {
        return "(" + Described.of(first) + ", " + Described.of(second) + ")";
    }
}
