package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.LineageGroups;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.internal.source.ListNode;
import dev.riffle.dataset.stage.DatasetBiFunction;
import dev.riffle.dataset.stage.DatasetFunction;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Groups elements by key and returns the elements of the datasets that a function creates from full groups. At the end,
 * the function receives the remaining groups, in ascending order of keys. If the function fails, the stage drops the
 * group.
 *
 * <p>The lineage of an element consists of the key, the lineages of the group, and the lineage in the group's dataset.
 */
public final class GroupByWindowNode<T, R> extends UnaryNode<T, R> {

    private final DatasetFunction<? super T, ? extends Number> keyFunction;
    private final DatasetBiFunction<? super Long, ? super Node<T>, ? extends Node<R>> reduceFunction;
    private final LongUnaryOperator windowSizeFunction;

    public GroupByWindowNode(
            Node<T> input,
            DatasetFunction<? super T, ? extends Number> keyFunction,
            DatasetBiFunction<? super Long, ? super Node<T>, ? extends Node<R>> reduceFunction,
            LongUnaryOperator windowSizeFunction) {
        super("groupByWindow", input);
        this.keyFunction = keyFunction;
        this.reduceFunction = reduceFunction;
        this.windowSizeFunction = windowSizeFunction;
    }

    @Override
    public Stage<R> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    public List<R> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        LineageGroups<ElementLineage> groups = new LineageGroups<>(
                lineages,
                lineage -> new ElementLineage.Several(
                        ElementLineage.parts(lineage, 3).subList(0, 2)));
        List<ElementLineage> inputs = ElementLineage.eachPart(groups.keys(), 2, 1);
        Iterator<List<T>> elements = LineageGroups.parts(input(), inputs, run).iterator();
        return groups.recompute((group, members) -> {
            long key = ElementLineage.position(ElementLineage.part(group, 2, 0));
            return reduced(key, elements.next()).recompute(ElementLineage.eachPart(members, 3, 2), run);
        });
    }

    /** Returns the record of the first element of the group. */
    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        return input().origin(ElementLineage.parts(ElementLineage.parts(lineage).get(1))
                .get(0));
    }

    private Node<R> reduced(long key, List<T> group) throws Exception {
        return Stage.notNull(reduceFunction.apply(key, new ListNode<>("group", group, input().elementSpec())));
    }

    /**
     * The group whose elements a stage delivers.
     *
     * @param lineages the lineages of the group, which the lineages of all its results share
     * @param stage the stage of the group's dataset
     */
    private record Flushed<T, R>(GroupingStage.Group<T> group, ElementLineage.Shared lineages, Stage<R> stage) {}

    private final class Running extends GroupingStage<T, R> {

        /** The group whose elements the stage delivers, and the state of the stage of the group's dataset. */
        private static final Member<Optional<State>> CURRENT =
                Member.state("current").optional();

        private static final Member<State> GROUP = Member.state("group");
        private static final Member<State> STAGE = Member.state("state");

        private @Nullable Flushed<T, R> current;

        Running(Run run) throws Exception {
            super(GroupByWindowNode.this, run, keyFunction, windowSizeFunction);
        }

        @Override
        public @Nullable R next() throws Exception {
            while (true) {
                Flushed<T, R> flushed = current;
                if (flushed == null) {
                    Group<T> group = nextGroup();
                    if (group == null) {
                        return null;
                    }
                    flushed = flush(group);
                }
                R element = flushed.stage().next();
                if (element != null) {
                    return element;
                }
                closeCurrent();
            }
        }

        private Flushed<T, R> flush(Group<T> group) {
            Stage<R> stage;
            try {
                stage = run().open(GroupByWindowNode.this, reduced(group.key(), group.elements()));
            } catch (Exception e) {
                throw Failures.at(
                        name(), GroupByWindowNode.this.input(), group.lineages().get(0), e);
            }
            ElementLineage.Several lineages = new ElementLineage.Several(group.lineages());
            Flushed<T, R> flushed = new Flushed<>(group, new ElementLineage.Shared(lineages), stage);
            current = flushed;
            return flushed;
        }

        private void closeCurrent() throws IOException {
            Flushed<T, R> done = current;
            current = null;
            if (done != null) {
                done.stage().close();
            }
        }

        @Override
        public ElementLineage lineage() {
            Flushed<T, R> flushed = delivered(current);
            return ElementLineage.Several.of(
                    new ElementLineage.Position(flushed.group().key()),
                    flushed.lineages(),
                    flushed.stage().lineage());
        }

        @Override
        public State save(LineageTable table) {
            State waiting = super.save(table);
            Optional<State> delivering = Optional.ofNullable(current)
                    .map(flushed -> table.state()
                            .with(GROUP, flushed.group().save(table))
                            .with(STAGE, flushed.stage().save(table)));
            return waiting.with(CURRENT, delivering);
        }

        @Override
        public void restore(State state) throws Exception {
            Optional<State> delivering = state.get(CURRENT);
            List<State> saved = delivering.map(each -> each.get(GROUP)).stream().toList();
            for (Group<T> group : restore(state, saved)) {
                flush(group).stage().restore(delivering.orElseThrow().get(STAGE));
            }
        }

        @Override
        public void close() throws IOException {
            try {
                closeCurrent();
            } finally {
                super.close();
            }
        }
    }
}
