package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Numbering;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.SeedGenerator;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.io.SourcePart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the elements of the input for {@link SeededMapNode}. A lineage consists of the input's lineage, the number
 * and the pass.
 */
final class NumberedNode<T> extends UnaryNode<T, NumberedNode.Numbered<T>> {

    /** An element, and its number in a pass. */
    record Numbered<T>(T element, long pass, long number) {}

    private final SeedGenerator generator;
    private final Numbering numbering;

    NumberedNode(String name, Node<T> input, SeedGenerator generator) {
        super(name, input);
        this.generator = generator;
        this.numbering = input.numbering();
    }

    @Override
    public Stage<Numbered<T>> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    public long cardinality() {
        return input().cardinality();
    }

    @Override
    public String signature() {
        return "number";
    }

    @Override
    public List<Numbered<T>> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        List<ElementLineage> inner = new ArrayList<>(lineages.size());
        for (ElementLineage lineage : lineages) {
            inner.add(ElementLineage.parts(lineage, 3).get(0));
        }
        List<T> elements = input().recompute(inner, run);
        List<Numbered<T>> recomputed = new ArrayList<>(lineages.size());
        for (int i = 0; i < lineages.size(); i++) {
            List<ElementLineage> parts = ElementLineage.parts(lineages.get(i), 3);
            recomputed.add(new Numbered<>(
                    elements.get(i), ElementLineage.position(parts.get(2)), ElementLineage.position(parts.get(1))));
        }
        return recomputed;
    }

    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        return input().origin(ElementLineage.parts(lineage, 3).get(0));
    }

    private final class Running extends UnaryStage<T, Numbered<T>> {

        private static final StateKey<Long> PASS = StateKey.count("pass");
        private static final StateKey<Long> COUNT = StateKey.count("count");

        /** The pass of the run. If lineages hold the numbers, the stage begins no pass. */
        private long pass;

        /** The number of elements of the input, without failures. */
        private long count;

        private @Nullable Numbered<T> delivered;

        Running(Run run) throws Exception {
            super(NumberedNode.this, run);
            this.pass = numbering.isInLineages() ? 0 : run.seeds(generator).nextPass();
        }

        @Override
        @Nullable
        public Numbered<T> next() throws Exception {
            T element = input().next();
            if (element == null) {
                return null;
            }
            if (numbering.isInLineages()) {
                ElementLineage.Place place = ElementLineage.firstPlace(input().lineage());
                delivered = new Numbered<>(element, place.file(), place.offset());
            } else {
                delivered = new Numbered<>(element, pass, numbering.number(count));
            }
            count++;
            return delivered;
        }

        @Override
        public ElementLineage lineage() {
            Numbered<T> last = delivered;
            if (last == null) {
                throw new IllegalStateException("no element has been delivered");
            }
            return ElementLineage.Several.of(
                    input().lineage(),
                    new ElementLineage.Position(last.number()),
                    new ElementLineage.Position(last.pass()));
        }

        @Override
        public State save(Saving saving) {
            return super.save(saving).with(PASS, pass).with(COUNT, count);
        }

        @Override
        public void restore(State state, Restoring restoring) throws Exception {
            super.restore(state, restoring);
            pass = state.get(PASS);
            count = state.get(COUNT);
        }
    }
}
