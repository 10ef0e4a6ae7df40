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
 * All nodes of a pipeline in a fixed order, inputs first. A checkpoint compares the signatures of the nodes and keeps
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

    /** Returns the fingerprints of the nodes. A file cache after these nodes compares the fingerprints. */
    public List<String> fingerprints() {
        return stages.stream().map(Node::fingerprint).toList();
    }

    /** Adds the state of the nodes to {@code state}: their signatures, and the state that their iterators share. */
    public State save(State state) {
        List<State> shared = new ArrayList<>();
        for (Node<?> stage : stages) {
            State empty = state.table().state();
            shared.add(stage.memory().map(memory -> memory.save(empty)).orElse(empty));
        }
        return state.with(PIPELINE, stages.stream().map(Node::signature).toList())
                .with(SHARED, shared);
    }

    /** Returns the signatures of the stages from a checkpoint. */
    public static List<String> signatures(State state) {
        return state.get(PIPELINE);
    }

    /** Returns the shared states of the nodes from a checkpoint, in the order of the stages. */
    public static List<State> shared(State state) {
        return state.get(SHARED);
    }

    /**
     * Throws an exception with the first difference if the state is of another pipeline. Does not change this pipeline.
     */
    public void check(State state) {
        List<String> signatures = signatures(state);
        for (int i = 0; i < Math.max(signatures.size(), stages.size()); i++) {
            String theirs = i < signatures.size() ? signatures.get(i) : "";
            String ours = i < stages.size() ? stages.get(i).signatureNow() : "";
            if (!theirs.equals(ours)) {
                throw CheckpointFailures.ofAnother("checkpoint is of another pipeline: its stage " + (i + 1) + " was "
                        + orNone(theirs) + ", here it is " + orNone(ours));
            }
        }
        state.list(SHARED, stages.size());
    }

    /** Restores the state that {@link #save} returned. Throws an exception if the state is of another pipeline. */
    public void restore(State state) {
        check(state);
        List<State> shared = shared(state);
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

    private static String orNone(String signature) {
        return signature.isEmpty() ? "missing" : signature;
    }
}
