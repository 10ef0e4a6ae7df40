package dev.riffle.dataset.collate;

import dev.riffle.dataset.internal.collate.Described;
import dev.riffle.dataset.internal.collate.Slices;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Pair;
import java.util.List;

/** Splits both sides of a pair into pairs of elements. */
record PairSplitter<A, B, C, D>(Splitter<? super A, C> first, Splitter<? super B, D> second)
        implements Splitter<Pair<A, B>, Pair<C, D>>, Described {

    @Override
    public List<Pair<C, D>> split(Pair<A, B> batch) throws Exception {
        List<? extends C> firsts = first.split(batch.first());
        List<? extends D> seconds = second.split(batch.second());
        if (firsts.size() != seconds.size()) {
            throw new IllegalArgumentException(
                    "the sides of a pair have different sizes: " + firsts.size() + " and " + seconds.size());
        }
        return new Slices<>(firsts.size(), index -> Pair.of(firsts.get(index), seconds.get(index)));
    }

    @Override
    public ElementSpec spec(ElementSpec batch) {
        ElementSpec.PairOf sides = PairCollator.sides(batch);
        return new ElementSpec.PairOf(first.spec(sides.first()), second.spec(sides.second()));
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
