package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Recomputation;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.internal.source.Sources;
import dev.riffle.dataset.stage.DatasetBiFunction;
import dev.riffle.dataset.stage.DatasetFunction;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
final class GroupByWindowNode<T, R> extends UnaryNode<T, R> {

    private final DatasetFunction<? super T, ? extends Number> keyFunction;
    private final DatasetBiFunction<? super Long, ? super Node<T>, ? extends Node<R>> reduceFunction;
    private final LongUnaryOperator windowSizeFunction;

    GroupByWindowNode(
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
    public long cardinality() {
        return UNKNOWN_CARDINALITY;
    }

    @Override
    public String signature() {
        return "groupByWindow";
    }

    @Override
    public List<R> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        Map<ElementLineage, List<Integer>> groups = new LinkedHashMap<>();
        for (int i = 0; i < lineages.size(); i++) {
            ElementLineage group = new ElementLineage.Several(
                    ElementLineage.parts(lineages.get(i), 3).subList(0, 2));
            groups.computeIfAbsent(group, key -> new ArrayList<>()).add(i);
        }
        Map<Integer, R> recomputed = new HashMap<>();
        List<ElementLineage> wanted = new ArrayList<>();
        groups.keySet().forEach(group -> wanted.add(Recomputation.parts(group).get(1)));
        Iterator<List<T>> elementsOfGroups =
                Recomputation.groups(input(), wanted, run).iterator();
        for (Map.Entry<ElementLineage, List<Integer>> entry : groups.entrySet()) {
            List<ElementLineage> group = Recomputation.parts(entry.getKey());
            long key = ElementLineage.position(group.get(0));
            Node<R> reduced = reduced(key, elementsOfGroups.next());
            List<ElementLineage> inner = new ArrayList<>();
            for (int index : entry.getValue()) {
                inner.add(Recomputation.parts(lineages.get(index)).get(2));
            }
            List<R> elements = reduced.recompute(inner, run);
            for (int i = 0; i < elements.size(); i++) {
                recomputed.put(entry.getValue().get(i), elements.get(i));
            }
        }
        List<R> inOrder = new ArrayList<>(lineages.size());
        for (int i = 0; i < lineages.size(); i++) {
            inOrder.add(Stage.notNull(recomputed.get(i)));
        }
        return inOrder;
    }

    /** Returns the record of the first element of the group. */
    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        return input().origin(
                        Recomputation.parts(Recomputation.parts(lineage).get(1)).get(0));
    }

    private Node<R> reduced(long key, List<T> group) throws Exception {
        return Stage.notNull(reduceFunction.apply(key, Sources.list("group", group, input().elementSpec())));
    }

    private final class Running extends GroupingStage<T, R> {

        /** The group whose elements the stage delivers, and the state of the stage of the group's dataset. */
        private static final StateKey<Optional<State>> CURRENT =
                StateKey.state("current").optional();

        private static final StateKey<State> GROUP = StateKey.state("group");
        private static final StateKey<State> STAGE = StateKey.state("state");

        private final Run run;
        private @Nullable Stage<R> current;
        private @Nullable Group<T> currentGroup;

        /** The lineages of the current group, which the lineages of all its results share. */
        private ElementLineage.Shared currentLineages = new ElementLineage.Shared(ElementLineage.Several.of());

        Running(Run run) throws Exception {
            super(GroupByWindowNode.this, run, keyFunction, windowSizeFunction);
            this.run = run;
        }

        @Override
        @Nullable
        public R next() throws Exception {
            while (true) {
                if (current != null) {
                    R element = current.next();
                    if (element != null) {
                        return element;
                    }
                    closeCurrent();
                }
                Group<T> group = nextGroup();
                if (group == null) {
                    return null;
                }
                flush(group);
            }
        }

        private void flush(Group<T> group) {
            try {
                current = run.open(GroupByWindowNode.this, reduced(group.key(), group.elements()));
            } catch (Exception e) {
                throw Failures.of(
                        name(),
                        GroupByWindowNode.this
                                .input()
                                .origin(group.lineages().get(0))
                                .orElse(null),
                        e);
            }
            currentGroup = group;
            currentLineages = new ElementLineage.Shared(new ElementLineage.Several(group.lineages()));
        }

        private void closeCurrent() throws IOException {
            Stage<R> done = current;
            current = null;
            currentGroup = null;
            if (done != null) {
                done.close();
            }
        }

        @Override
        public ElementLineage lineage() {
            return new ElementLineage.Several(List.of(
                    new ElementLineage.Position(notNull(currentGroup).key()),
                    currentLineages,
                    notNull(current).lineage()));
        }

        @Override
        public State save(Saving saving) {
            State waiting = super.save(saving);
            Optional<State> delivering = Optional.ofNullable(current)
                    .map(stage -> State.empty()
                            .with(GROUP, notNull(currentGroup).save(saving))
                            .with(STAGE, stage.save(saving)));
            return waiting.with(CURRENT, delivering);
        }

        @Override
        public void restore(State state, Restoring restoring) throws Exception {
            Optional<State> delivering = state.get(CURRENT);
            List<State> saved = delivering.map(each -> each.get(GROUP)).stream().toList();
            for (Group<T> group : restore(state, saved, restoring)) {
                flush(group);
                notNull(current).restore(delivering.orElseThrow().get(STAGE), restoring);
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
