package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.FlagCell;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.SavedElement;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.BufferedElement;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.LineageGroups;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.dataset.internal.source.ListNode;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.io.SourcePart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Datasets of consecutive elements. The elements of a window are in memory, so callers can iterate over a window at any
 * time, any number of times. If an element fails, only the windows that contain it throw an exception.
 */
public final class WindowNode<T, W> extends UnaryNode<T, W> {

    private enum Remainder {
        KEPT,
        DROPPED
    }

    private final long size;
    private final long shift;
    private final long stride;
    private final Remainder remainder;
    private final Function<? super Node<T>, ? extends W> wrapper;

    /**
     * Creates windows of {@code size} elements.
     *
     * @param wrapper converts the node of a window to its public form
     */
    public WindowNode(Node<T> input, long size, Function<? super Node<T>, ? extends W> wrapper) {
        this(input, positive("size", size), size, 1, Remainder.KEPT, wrapper);
    }

    private WindowNode(
            Node<T> input,
            long size,
            long shift,
            long stride,
            Remainder remainder,
            Function<? super Node<T>, ? extends W> wrapper) {
        super("window", input);
        this.size = size;
        this.shift = shift;
        this.stride = stride;
        this.remainder = remainder;
        this.wrapper = wrapper;
    }

    private static long positive(String argument, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(argument + " must be positive: " + value);
        }
        return value;
    }

    public WindowNode<T, W> shift(long shift) {
        return new WindowNode<>(input(), size, positive("shift", shift), stride, remainder, wrapper);
    }

    public WindowNode<T, W> stride(long stride) {
        return new WindowNode<>(input(), size, shift, positive("stride", stride), remainder, wrapper);
    }

    public WindowNode<T, W> dropRemainder() {
        return new WindowNode<>(input(), size, shift, stride, Remainder.DROPPED, wrapper);
    }

    /**
     * Returns the distance from the first element of a window to its last, plus 1. The result is at most
     * {@link Long#MAX_VALUE}.
     */
    private long span() {
        long apart = size - 1;
        return apart > (Long.MAX_VALUE - 1) / stride ? Long.MAX_VALUE : apart * stride + 1;
    }

    @Override
    public Stage<W> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    public long cardinality() {
        long elements = input().cardinality();
        if (elements < 0) {
            return elements;
        }
        if (remainder == Remainder.KEPT) {
            return elements / shift + (elements % shift == 0 ? 0 : 1);
        }
        return elements < span() ? 0 : (elements - span()) / shift + 1;
    }

    @Override
    public ElementSpec elementSpec() {
        return new ElementSpec.DatasetOf(input().elementSpec());
    }

    @Override
    protected void describe(Description description) {
        description
                .with(size)
                .with("shift " + shift)
                .with("stride " + stride)
                .with(remainder == Remainder.DROPPED, "dropRemainder");
    }

    @Override
    public List<W> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        List<W> recomputed = new ArrayList<>(lineages.size());
        for (List<T> elements : LineageGroups.parts(input(), lineages, run)) {
            recomputed.add(window(elements));
        }
        return recomputed;
    }

    private W window(List<T> elements) {
        return wrapper.apply(new ListNode<>("window", elements, input().elementSpec()));
    }

    /** Returns the record of the first element of the window. */
    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        return input().origin(ElementLineage.parts(lineage).get(0));
    }

    private final class Running extends UnaryStage<T, W> {

        private static final Member<List<SavedElement>> KEPT =
                Member.element("kept").list();

        private final FlagCell ended = flag("ended");

        /** The number of elements to skip before the next window. */
        private final LongCell between = count("between");

        private final List<BufferedElement<T>> kept = new ArrayList<>();
        private @Nullable ElementLineage lineage;

        Running(Run run) throws Exception {
            super(WindowNode.this, run);
        }

        @Override
        public @Nullable W next() throws Exception {
            skipBetween();
            while (!ended.value && kept.size() < span()) {
                keep();
            }
            if (kept.isEmpty() || (remainder == Remainder.DROPPED && kept.size() < span())) {
                return null;
            }
            List<BufferedElement<T>> chosen = new ArrayList<>();
            for (long i = 0; i >= 0 && i < kept.size(); i += stride) {
                chosen.add(kept.get((int) i));
            }
            drop();
            List<T> elements = new ArrayList<>(chosen.size());
            List<ElementLineage> lineages = new ArrayList<>(chosen.size());
            for (BufferedElement<T> each : chosen) {
                elements.add(each.get());
                lineages.add(BufferedElement.lineageOf(each));
            }
            lineage = new ElementLineage.Several(lineages);
            return window(elements);
        }

        /** Skips the elements between two windows. As in TensorFlow, a failure of such an element has no effect. */
        private void skipBetween() throws Exception {
            while (!ended.value && between.value > 0) {
                try {
                    ended.value = input().next() == null;
                } catch (Exception e) {
                    if (isInterruption(e)) {
                        throw e;
                    }
                }
                between.value--;
            }
        }

        private void keep() throws Exception {
            try {
                T element = input().next();
                if (element == null) {
                    ended.value = true;
                } else {
                    kept.add(BufferedElement.of(element, input().lineage()));
                }
            } catch (Exception e) {
                if (isInterruption(e)) {
                    throw e;
                }
                kept.add(BufferedElement.failed(e));
            }
        }

        private void drop() {
            between.value = Math.max(0, shift - kept.size());
            kept.subList(0, (int) Math.min(shift, kept.size())).clear();
        }

        @Override
        public ElementLineage lineage() {
            return delivered(lineage);
        }

        @Override
        public State save(LineageTable table) {
            return super.save(table).with(KEPT, BufferedElement.saved(kept));
        }

        @Override
        public void restore(State state) throws Exception {
            super.restore(state);
            kept.addAll(BufferedElement.restore(state.get(KEPT), WindowNode.this.input(), run()));
        }
    }
}
