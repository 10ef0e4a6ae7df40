package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All nodes of a pipeline in a fixed order, inputs first. A checkpoint compares the descriptions of the nodes and keeps
 * their state.
 */
public final class Pipeline {

    private static final Member<List<String>> PIPELINE = Member.text("pipeline").list();
    private static final Member<List<State>> SHARED = Member.state("shared").list();

    private final List<Node<?>> stages = new ArrayList<>();

    private Optional<Observation> observation = Optional.empty();

    public Pipeline(Node<?> last) {
        collect(last, new IdentityHashMap<>());
    }

    /** Returns the nodes, inputs first. */
    public List<Node<?>> stages() {
        return List.copyOf(stages);
    }

    /** Returns the observer of the pipeline. If several nodes have one, returns the last in the order of the nodes. */
    Optional<Observation> observation() {
        return observation;
    }

    private void collect(Node<?> dataset, Map<Node<?>, Boolean> seen) {
        if (dataset instanceof ObservedNode<?> observed) {
            collect(observed.node(), seen);
            observation = Optional.of(observed.observation());
            return;
        }
        if (seen.put(dataset, true) != null) {
            return;
        }
        for (Node<?> input : dataset.inputs()) {
            collect(input, seen);
        }
        stages.add(dataset);
    }

    /** Returns the seed generators of the random nodes, in the order of the nodes. */
    public List<SeedGenerator> seedGenerators() {
        return memories(SeedGenerator.class);
    }

    /** Returns the passes that nodes keep in memory, in the order of the nodes. */
    List<CachedPass> cachedPasses() {
        return memories(CachedPass.class);
    }

    private <M> List<M> memories(Class<M> type) {
        return stages.stream()
                .flatMap(stage -> stage.memory().stream())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** Returns the descriptions of the nodes. */
    public List<String> descriptions(Description.Purpose purpose) {
        return stages.stream().map(stage -> stage.description(purpose)).toList();
    }

    /** Adds the state of the nodes to {@code state}: their descriptions, and the state that their iterators share. */
    public State save(State state) {
        List<State> shared = new ArrayList<>();
        for (Node<?> stage : stages) {
            State empty = state.table().state();
            shared.add(stage.memory().map(memory -> memory.save(empty)).orElse(empty));
        }
        return state.with(PIPELINE, descriptions(Description.Purpose.CHECKPOINT))
                .with(SHARED, shared);
    }

    /**
     * Throws an exception with the first difference if the state is of another pipeline. Does not change this pipeline.
     */
    public void check(State state) {
        List<String> theirs = state.get(PIPELINE);
        List<String> ours = descriptions(Description.Purpose.RESUME);
        for (int i = 0; i < Math.max(theirs.size(), ours.size()); i++) {
            String was = i < theirs.size() ? theirs.get(i) : "missing";
            String is = i < ours.size() ? ours.get(i) : "missing";
            if (!was.equals(is)) {
                throw CheckpointFailures.ofAnother("checkpoint is of another pipeline: its stage " + (i + 1) + " was "
                        + was + ", here it is " + is);
            }
        }
        state.list(SHARED, stages.size());
    }

    /** Restores the state that {@link #save} returned. Throws an exception if the state is of another pipeline. */
    public void restore(State state) {
        check(state);
        List<State> shared = state.get(SHARED);
        for (int i = 0; i < stages.size(); i++) {
            State saved = shared.get(i);
            stages.get(i).memory().ifPresent(memory -> memory.restore(saved));
        }
    }

    /** Returns an action that undoes {@link #restore}. */
    public Runnable undo() {
        List<Runnable> undoing =
                memories(NodeMemory.class).stream().map(NodeMemory::undo).toList();
        return () -> undoing.forEach(Runnable::run);
    }
}
