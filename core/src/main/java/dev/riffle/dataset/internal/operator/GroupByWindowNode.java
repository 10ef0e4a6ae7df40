package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageKey;
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
import dev.riffle.dataset.internal.engine.UnaryStage;
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
import java.util.TreeMap;
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
            String name,
            Node<T> input,
            DatasetFunction<? super T, ? extends Number> keyFunction,
            DatasetBiFunction<? super Long, ? super Node<T>, ? extends Node<R>> reduceFunction,
            LongUnaryOperator windowSizeFunction) {
        super(name, input);
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

    /** The elements of one key that the function has not received yet. */
    private static final class Group<T> {

        private final List<T> elements = new ArrayList<>();
        private final List<ElementLineage> lineages = new ArrayList<>();

        void add(T element, ElementLineage lineage) {
            elements.add(element);
            lineages.add(lineage);
        }
    }

    private final class Running extends UnaryStage<T, R> {

        private static final StateKey<Boolean> ENDED = StateKey.flag("ended");
        private static final StateKey<List<State>> SIZES =
                StateKey.state("sizes").list();
        private static final StateKey<List<State>> GROUPS =
                StateKey.state("groups").list();

        /** The group whose elements the stage delivers, and the state of the stage of the group's dataset. */
        private static final StateKey<Optional<State>> CURRENT =
                StateKey.state("current").optional();

        private static final StateKey<State> GROUP = StateKey.state("group");
        private static final StateKey<State> STAGE = StateKey.state("state");

        private static final StateKey<Long> KEY = StateKey.number("key");
        private static final StateKey<Long> SIZE = StateKey.count("size");
        private static final LineageKey<List<ElementLineage>> ELEMENTS =
                LineageKey.lineage("elements").list();

        private final Run run;
        private final TreeMap<Long, Group<T>> groups = new TreeMap<>();
        private final TreeMap<Long, Long> windowSizes = new TreeMap<>();
        private boolean ended;

        private @Nullable Stage<R> current;
        private long currentKey;
        private ElementLineage.Shared currentLineages = new ElementLineage.Shared(ElementLineage.Several.of());

        Running(Run run) throws Exception {
            super(GroupByWindowNode.this, run);
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
                Long key = ended ? null : fullGroup();
                if (key == null && !groups.isEmpty()) {
                    key = groups.firstKey();
                }
                if (key == null) {
                    return null;
                }
                flush(key, notNull(groups.remove(key)));
            }
        }

        /** Reads elements until a group is full. Returns the key of the group, or null at the end. */
        private @Nullable Long fullGroup() throws Exception {
            for (T element = input().next(); element != null; element = input().next()) {
                long key = key(element);
                Group<T> group = groups.computeIfAbsent(key, unseen -> new Group<>());
                group.add(element, input().lineage());
                if (group.elements.size() == notNull(windowSizes.get(key))) {
                    return key;
                }
            }
            ended = true;
            return null;
        }

        private long key(T element) {
            try {
                long key = integer("key", notNull(keyFunction.apply(element)));
                if (!windowSizes.containsKey(key)) {
                    long size = windowSizeFunction.applyAsLong(key);
                    if (size < 1) {
                        throw new IllegalArgumentException("windowSize must be positive: " + size + " for key " + key);
                    }
                    windowSizes.put(key, size);
                }
                return key;
            } catch (Exception e) {
                throw failure(GroupByWindowNode.this, e);
            }
        }

        private void flush(long key, Group<T> group) {
            try {
                current = run.open(reduced(key, group.elements));
            } catch (Exception e) {
                throw Failures.of(
                        name(),
                        GroupByWindowNode.this
                                .input()
                                .origin(group.lineages.get(0))
                                .orElse(null),
                        e);
            }
            currentKey = key;
            currentLineages = new ElementLineage.Shared(new ElementLineage.Several(group.lineages));
        }

        private void closeCurrent() throws IOException {
            Stage<R> done = current;
            current = null;
            if (done != null) {
                done.close();
            }
        }

        @Override
        public ElementLineage lineage() {
            return new ElementLineage.Several(List.of(
                    new ElementLineage.Position(currentKey),
                    currentLineages,
                    notNull(current).lineage()));
        }

        @Override
        public State save(Saving saving) {
            List<State> sizes = new ArrayList<>();
            windowSizes.forEach(
                    (key, size) -> sizes.add(State.empty().with(KEY, key).with(SIZE, size)));
            List<State> waiting = new ArrayList<>();
            groups.forEach((key, group) -> waiting.add(saved(key, group.lineages, saving)));
            return super.save(saving)
                    .with(ENDED, ended)
                    .with(SIZES, sizes)
                    .with(GROUPS, waiting)
                    .with(
                            CURRENT,
                            Optional.ofNullable(current)
                                    .map(stage -> State.empty()
                                            .with(
                                                    GROUP,
                                                    saved(
                                                            currentKey,
                                                            currentLineages
                                                                    .several()
                                                                    .parts(),
                                                            saving))
                                            .with(STAGE, stage.save(saving))));
        }

        private State saved(long key, List<ElementLineage> lineages, Saving saving) {
            return State.empty().with(KEY, key).with(ELEMENTS, lineages, saving);
        }

        @Override
        public void restore(State state, Restoring restoring) throws Exception {
            super.restore(state, restoring);
            ended = state.get(ENDED);
            for (State size : state.get(SIZES)) {
                windowSizes.put(size.get(KEY), size.get(SIZE));
            }
            List<State> saved = new ArrayList<>(state.get(GROUPS));
            Optional<State> currentState = state.get(CURRENT);
            currentState.ifPresent(each -> saved.add(each.get(GROUP)));
            List<ElementLineage> wanted = new ArrayList<>();
            for (State each : saved) {
                wanted.add(new ElementLineage.Several(elements(each, restoring)));
            }
            List<List<T>> recomputed = Recomputation.groups(GroupByWindowNode.this.input(), wanted, run);
            for (int i = 0; i < saved.size(); i++) {
                Group<T> group = new Group<>();
                for (int j = 0; j < recomputed.get(i).size(); j++) {
                    group.add(
                            recomputed.get(i).get(j),
                            Recomputation.parts(wanted.get(i)).get(j));
                }
                long key = saved.get(i).get(KEY);
                if (currentState.isPresent() && i == saved.size() - 1) {
                    flush(key, group);
                    notNull(current).restore(currentState.get().get(STAGE), restoring);
                } else {
                    groups.put(key, group);
                }
            }
        }

        /** Reads the lineages of a group. Throws an exception if the group is empty or its window size is unknown. */
        private List<ElementLineage> elements(State group, Restoring restoring) {
            List<ElementLineage> elements = group.get(ELEMENTS, restoring);
            if (elements.isEmpty() || !windowSizes.containsKey(group.get(KEY))) {
                throw group.damaged(KEY, "the key of a group with elements and a window size");
            }
            return elements;
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
