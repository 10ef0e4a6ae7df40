package dev.riffle.dataset.collate;

import dev.riffle.dataset.internal.collate.Described;
import dev.riffle.dataset.internal.collate.ElementTensors;
import dev.riffle.dataset.internal.collate.PaddingCollator;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Pair;
import java.util.ArrayList;
import java.util.List;

/** Combines pairs into a pair of two batches. */
record PairCollator<A, B, C, D>(Collator<? super A, ? extends C> first, Collator<? super B, ? extends D> second)
        implements Collator<Pair<A, B>, Pair<C, D>>, PaddingCollator<Collator<Pair<A, B>, Pair<C, D>>>, Described {

    @Override
    public Pair<C, D> collate(List<? extends Pair<A, B>> elements) throws Exception {
        List<A> firsts = new ArrayList<>(elements.size());
        List<B> seconds = new ArrayList<>(elements.size());
        for (Pair<A, B> element : ElementTensors.checked(elements)) {
            firsts.add(element.first());
            seconds.add(element.second());
        }
        return Pair.of(first.collate(firsts), second.collate(seconds));
    }

    @Override
    public Collator<Pair<A, B>, Pair<C, D>> forElements(ElementSpec spec) {
        return spec instanceof ElementSpec.PairOf pair
                ? new PairCollator<>(first.forElements(pair.first()), second.forElements(pair.second()))
                : this;
    }

    @Override
    public boolean pads() {
        return PaddingCollator.pads(first) || PaddingCollator.pads(second);
    }

    @Override
    public Collator<Pair<A, B>, Pair<C, D>> filledUp(ElementSpec spec, int size) {
        ElementSpec.PairOf pair = sides(spec);
        return new PairCollator<>(
                PaddingCollator.filledUp(first, pair.first(), size),
                PaddingCollator.filledUp(second, pair.second(), size));
    }

    @Override
    public ElementSpec spec(ElementSpec element, int size) {
        ElementSpec.PairOf sides = sides(element);
        return new ElementSpec.PairOf(first.spec(sides.first(), size), second.spec(sides.second(), size));
    }

    /** Returns the specs of both sides, which are unknown if the spec of the pair is. */
    static ElementSpec.PairOf sides(ElementSpec spec) {
        if (spec instanceof ElementSpec.PairOf pair) {
            return pair;
        }
        if (spec instanceof ElementSpec.Unknown) {
            return new ElementSpec.PairOf(spec, spec);
        }
        throw new IllegalArgumentException("elements are not pairs: " + spec);
    }

    @Override
    public String describe() {
        return "(" + Described.of(first) + ", " + Described.of(second) + ")";
    }

    @Override
    public String explain() {
        return "(" + Described.explained(first) + ", " + Described.explained(second) + ")";
    }
}
