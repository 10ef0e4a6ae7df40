package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Numbering;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.SeedGenerator;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.io.SourcePart;
import java.util.ArrayList;
import java.util.Iterator;
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
        return new UnaryStage<>(this, run) {

            /** The pass of the run. If lineages hold the numbers, the stage begins no pass. */
            private final LongCell pass = count("pass");

            /** The number of elements of the input, without failures. */
            private final LongCell count = count("count");

            private @Nullable Numbered<T> last;

            {
                pass.value = numbering.isInLineages() ? 0 : run.seeds(generator).nextPass();
            }

            @Override
            public @Nullable Numbered<T> next() throws Exception {
                T element = input().next();
                if (element == null) {
                    return null;
                }
                if (numbering.isInLineages()) {
                    ElementLineage.Place place = ElementLineage.firstPlace(input().lineage());
                    last = new Numbered<>(element, place.file(), place.offset());
                } else {
                    last = new Numbered<>(element, pass.value, numbering.number(count.value));
                }
                count.value++;
                return last;
            }

            @Override
            public ElementLineage lineage() {
                Numbered<T> numbered = delivered(last);
                return ElementLineage.Several.of(
                        input().lineage(),
                        new ElementLineage.Position(numbered.number()),
                        new ElementLineage.Position(numbered.pass()));
            }
        };
    }

    @Override
    public long cardinality() {
        return input().cardinality();
    }

    @Override
    public List<Numbered<T>> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        Iterator<T> elements =
                input().recompute(ElementLineage.eachPart(lineages, 3, 0), run).iterator();
        List<Numbered<T>> recomputed = new ArrayList<>(lineages.size());
        for (ElementLineage lineage : lineages) {
            recomputed.add(new Numbered<>(elements.next(), position(lineage, 2), position(lineage, 1)));
        }
        return recomputed;
    }

    private static long position(ElementLineage lineage, int index) {
        return ElementLineage.position(ElementLineage.part(lineage, 3, index));
    }

    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        return input().origin(ElementLineage.part(lineage, 3, 0));
    }
}
