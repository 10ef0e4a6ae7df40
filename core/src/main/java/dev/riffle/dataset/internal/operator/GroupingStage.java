package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.FlagCell;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.LineageGroups;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.dataset.stage.DatasetFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A stage that groups the elements of its input by key. A group is full when it has the window size of its key. The
 * state holds the lineages of all groups that the stage has not taken yet.
 */
abstract class GroupingStage<T, R> extends UnaryStage<T, R> {

    private static final Member<List<State>> SIZES = Member.state("sizes").list();
    private static final Member<List<State>> GROUPS = Member.state("groups").list();

    private static final Member<Long> KEY = Member.number("key");
    private static final Member<Long> SIZE = Member.count("size");
    private static final Member<List<ElementLineage>> ELEMENTS =
            Member.lineage("elements").list();

    /** Elements of one key. */
    record Group<T>(long key, List<T> elements, List<ElementLineage> lineages) {

        State save(LineageTable table) {
            return table.state().with(KEY, key).with(ELEMENTS, lineages);
        }
    }

    private final UnaryNode<T, R> dataset;
    private final DatasetFunction<? super T, ? extends Number> keyFunction;
    private final LongUnaryOperator windowSizeFunction;
    private final TreeMap<Long, Group<T>> groups = new TreeMap<>();
    private final TreeMap<Long, Long> windowSizes = new TreeMap<>();
    private final FlagCell ended = flag("ended");

    GroupingStage(
            UnaryNode<T, R> dataset,
            Run run,
            DatasetFunction<? super T, ? extends Number> keyFunction,
            LongUnaryOperator windowSizeFunction)
            throws Exception {
        super(dataset, run);
        this.dataset = dataset;
        this.keyFunction = keyFunction;
        this.windowSizeFunction = windowSizeFunction;
    }

    /**
     * Takes the next full group. After the end of the input, takes the remaining groups in ascending order of keys.
     * Returns null if no group remains.
     */
    final @Nullable Group<T> nextGroup() throws Exception {
        if (!ended.value) {
            for (T element = input().next(); element != null; element = input().next()) {
                long key = key(element);
                Group<T> group =
                        groups.computeIfAbsent(key, unseen -> new Group<>(key, new ArrayList<>(), new ArrayList<>()));
                group.elements().add(element);
                group.lineages().add(input().lineage());
                if (isFull(group)) {
                    return groups.remove(key);
                }
            }
            ended.value = true;
        }
        Map.Entry<Long, Group<T>> first = groups.pollFirstEntry();
        return first == null ? null : first.getValue();
    }

    /** Returns whether a group has the window size of its key. */
    final boolean isFull(Group<T> group) {
        return group.elements().size() == notNull(windowSizes.get(group.key()));
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
            throw failure(e);
        }
    }

    @Override
    public State save(LineageTable table) {
        List<State> sizes = new ArrayList<>();
        windowSizes.forEach(
                (key, size) -> sizes.add(table.state().with(KEY, key).with(SIZE, size)));
        List<State> waiting = new ArrayList<>();
        groups.values().forEach(group -> waiting.add(group.save(table)));
        return super.save(table).with(SIZES, sizes).with(GROUPS, waiting);
    }

    @Override
    public void restore(State state) throws Exception {
        restore(state, List.of());
    }

    /**
     * Restores the groups that the stage had not taken, and returns the groups of {@code others}. Reads the input only
     * once.
     */
    final List<Group<T>> restore(State state, List<State> others) throws Exception {
        super.restore(state);
        for (State size : state.get(SIZES)) {
            windowSizes.put(size.get(KEY), size.get(SIZE));
        }
        List<State> saved = new ArrayList<>(state.get(GROUPS));
        int waiting = saved.size();
        saved.addAll(others);
        List<Group<T>> restored = recomputed(saved);
        restored.subList(0, waiting).forEach(group -> groups.put(group.key(), group));
        return restored.subList(waiting, saved.size());
    }

    private List<Group<T>> recomputed(List<State> saved) throws Exception {
        List<ElementLineage> wanted = new ArrayList<>();
        for (State each : saved) {
            wanted.add(new ElementLineage.Several(lineages(each)));
        }
        List<List<T>> elements = LineageGroups.parts(dataset.input(), wanted, run());
        List<Group<T>> recomputed = new ArrayList<>();
        for (int i = 0; i < saved.size(); i++) {
            List<ElementLineage> lineages = new ArrayList<>(ElementLineage.parts(wanted.get(i)));
            recomputed.add(new Group<>(saved.get(i).get(KEY), elements.get(i), lineages));
        }
        return recomputed;
    }

    /** Reads the lineages of a group. Throws an exception if the group is empty or its window size is unknown. */
    private List<ElementLineage> lineages(State group) {
        List<ElementLineage> lineages = group.get(ELEMENTS);
        if (lineages.isEmpty() || !windowSizes.containsKey(group.get(KEY))) {
            throw group.damaged(KEY, "the key of a group with elements and a window size");
        }
        return lineages;
    }
}
