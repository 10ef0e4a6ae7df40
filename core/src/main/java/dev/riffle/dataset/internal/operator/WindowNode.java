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
import dev.riffle.internal.Argument;
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

    /** The number of elements of a window, the distances between windows and between elements, and the remainder. */
    private record Shape(long size, long shift, long stride, boolean dropsRemainder) {

        Shape {
            Argument.positive(size, "size");
            Argument.positive(shift, "shift");
            Argument.positive(stride, "stride");
        }

        /**
         * Returns the distance from the first element of a window to its last, plus 1. The result is at most
         * {@link Long#MAX_VALUE}.
         */
        long span() {
            long apart = size - 1;
            return apart > (Long.MAX_VALUE - 1) / stride ? Long.MAX_VALUE : apart * stride + 1;
        }
    }

    private final Shape shape;
    private final Function<? super Node<T>, ? extends W> wrapper;

    /**
     * Creates windows of {@code size} elements.
     *
     * @param wrapper converts the node of a window to its public form
     */
    public WindowNode(Node<T> input, long size, Function<? super Node<T>, ? extends W> wrapper) {
        this(input, new Shape(size, Math.max(size, 1), 1, false), wrapper);
    }

    private WindowNode(Node<T> input, Shape shape, Function<? super Node<T>, ? extends W> wrapper) {
        super("window", input, new ElementSpec.DatasetOf(input.elementSpec()));
        this.shape = shape;
        this.wrapper = wrapper;
    }

    private WindowNode<T, W> with(Shape other) {
        return new WindowNode<>(input(), other, wrapper);
    }

    public WindowNode<T, W> shift(long shift) {
        return with(new Shape(shape.size, shift, shape.stride, shape.dropsRemainder));
    }

    public WindowNode<T, W> stride(long stride) {
        return with(new Shape(shape.size, shape.shift, stride, shape.dropsRemainder));
    }

    public WindowNode<T, W> dropRemainder() {
        return with(new Shape(shape.size, shape.shift, shape.stride, true));
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
        if (!shape.dropsRemainder) {
            return elements / shape.shift + (elements % shape.shift == 0 ? 0 : 1);
        }
        return elements < shape.span() ? 0 : (elements - shape.span()) / shape.shift + 1;
    }

    @Override
    protected void describe(Description description) {
        description
                .with(shape.size)
                .with("shift " + shape.shift)
                .with("stride " + shape.stride)
                .with(shape.dropsRemainder, "dropRemainder");
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
            while (!ended.value && kept.size() < shape.span()) {
                keep();
            }
            if (kept.isEmpty() || (shape.dropsRemainder && kept.size() < shape.span())) {
                return null;
            }
            List<BufferedElement<T>> chosen = new ArrayList<>();
            for (long i = 0; i >= 0 && i < kept.size(); i += shape.stride) {
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
            between.value = Math.max(0, shape.shift - kept.size());
            kept.subList(0, (int) Math.min(shape.shift, kept.size())).clear();
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
