package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.SavedElement;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.internal.JsonValue;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A complete checkpoint: the format version, the pipeline, the position of the run, and the starts of replays to which
 * lineages refer.
 */
public final class SavedRun {

    private static final long VERSION = 3;

    private static final Member<Long> RIFFLE = Member.number("riffle");
    private static final Member<State> RUN = Member.state("run");
    private static final Member<Optional<SavedElement>> AHEAD =
            Member.element("ahead").optional();
    private static final Member<State> STAGE = Member.state("state");
    private static final Member<List<State>> STARTS = Member.state("starts").list();

    private final State state;

    /**
     * Reads a checkpoint.
     *
     * @throws CheckpointException if the state is not a checkpoint, or has another version
     */
    public SavedRun(State state) {
        long version = state.get(RIFFLE);
        if (version != VERSION) {
            throw CheckpointFailures.ofAnother(
                    "checkpoint has version " + version + ", this library reads version " + VERSION);
        }
        this.state = state.in(new LineageTable(state.get(STARTS)));
    }

    /**
     * Returns the state of a JSON value that has the members of every checkpoint.
     *
     * @throws CheckpointException if the value is not an object, or if a member is missing
     */
    public static State checked(JsonValue json) {
        if (!(json instanceof JsonValue.Members)) {
            throw CheckpointFailures.noCheckpoint("must be a JSON object: " + json.toJson(), null);
        }
        State state = State.of(json);
        for (Member<?> key : List.of(RIFFLE, RUN, STARTS)) {
            if (!state.has(key)) {
                throw CheckpointFailures.noCheckpoint("the member \"" + key.name() + "\" is missing", null);
            }
        }
        return state;
    }

    /**
     * Returns the state of a run.
     *
     * @param stage the state of the last stage
     * @param ahead an element of the last stage, or its failure, that the consumer has not taken
     */
    public static State save(Node<?> last, State stage, @Nullable BufferedElement<?> ahead) {
        LineageTable table = stage.table();
        State pipeline = new Pipeline(last).save(table.state().with(RIFFLE, VERSION));
        Optional<SavedElement> saved = Optional.ofNullable(ahead).map(BufferedElement::saved);
        State run = table.state().with(AHEAD, saved).with(STAGE, stage);
        return pipeline.with(RUN, run).with(STARTS, table.states());
    }

    /** Returns the complete state, for {@link Pipeline#check} and {@link Pipeline#restore}. */
    public State state() {
        return state;
    }

    /** Returns the state of the last stage. */
    public State stage() {
        return state.get(RUN).get(STAGE);
    }

    /**
     * Computes the element again that the consumer has not taken. Returns empty if the consumer has taken all elements.
     */
    public <T> Optional<BufferedElement<T>> ahead(Node<T> last, Run run) throws Exception {
        List<SavedElement> saved = state.get(RUN).get(AHEAD).stream().toList();
        return BufferedElement.restore(saved, last, run).stream().findFirst();
    }
}
