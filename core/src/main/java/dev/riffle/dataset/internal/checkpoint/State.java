package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.internal.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The values that a stage needs to continue at its position, by typed keys. Immutable; each {@code with} returns a new
 * state. A state from a checkpoint stores its place in the checkpoint, and reports a wrong value with this place.
 */
public final class State {

    private static final State EMPTY = new State(Map.of(), "");

    private static final StateKey<StateKind> KIND = StateKey.choice("kind", StateKind.class);

    private final Map<String, JsonValue> members;
    private final String place;

    private State(Map<String, JsonValue> members, String place) {
        this.members = members;
        this.place = place;
    }

    public static State empty() {
        return EMPTY;
    }

    /** Returns an empty state of this kind. */
    public static State of(StateKind kind) {
        return EMPTY.with(KIND, kind);
    }

    /**
     * Reads the state from the JSON that {@link #toJson} returned.
     *
     * @throws CheckpointException if the value is not an object
     */
    public static State of(JsonValue json) {
        return of(json, "");
    }

    static State of(JsonValue json, String place) {
        if (json instanceof JsonValue.Members object) {
            return new State(object.members(), place);
        }
        throw CheckpointFailures.damaged(place, "an object", json);
    }

    public <T> State with(StateKey<T> key, T value) {
        return with(key.name(), key.write(value));
    }

    public State with(StateKey<Long> key, long value) {
        return with(key.name(), key.write(value));
    }

    public <T> State with(LineageKey<T> key, T value, Saving saving) {
        return with(key.name(), key.write(value, saving));
    }

    private State with(String name, JsonValue value) {
        Map<String, JsonValue> changed = new LinkedHashMap<>(members);
        changed.put(name, value);
        return new State(changed, place);
    }

    /**
     * Returns the value of a key.
     *
     * @throws CheckpointException if the value is missing, or of another type
     */
    public <T> T get(StateKey<T> key) {
        return key.read(member(key.name()), place(key.name()));
    }

    /** Like {@link #get(StateKey)}, for a value that refers to elements. */
    public <T> T get(LineageKey<T> key, Restoring restoring) {
        return key.read(member(key.name()), place(key.name()), restoring);
    }

    /** Returns whether the state has a value for a key. */
    public boolean has(StateKey<?> key) {
        return members.containsKey(key.name());
    }

    /** Returns a number from 0 to {@code most}. */
    public long count(StateKey<Long> key, long most) {
        long number = get(key);
        if (number < 0 || number > most) {
            throw damaged(key, "at least 0 and at most " + most);
        }
        return number;
    }

    /** Returns a number that is at least 0 and below {@code limit}. */
    public int index(StateKey<Long> key, int limit) {
        long number = get(key);
        if (number < 0 || number >= limit) {
            throw damaged(key, "at least 0 and below " + limit);
        }
        return (int) number;
    }

    /** Returns a list that has {@code size} values. */
    public <T> List<T> list(StateKey<List<T>> key, int size) {
        List<T> values = get(key);
        if (values.size() != size) {
            throw damaged(key, "an array of " + size);
        }
        return values;
    }

    /** Returns the exception for a value that its stage cannot use. */
    public CheckpointException damaged(StateKey<?> key, String expected) {
        return damaged(key.name(), expected);
    }

    private CheckpointException damaged(String name, String expected) {
        return CheckpointFailures.damaged(place(name), expected, member(name));
    }

    /** Throws an exception if this state is not of this kind. */
    void check(StateKind kind) {
        if (get(KIND) != kind) {
            throw damaged(KIND, KIND.write(kind).toJson());
        }
    }

    /** Returns whether this state is of this kind. */
    public boolean isOf(StateKind kind) {
        return kind().equals(Optional.of(kind));
    }

    private Optional<StateKind> kind() {
        return members.containsKey(KIND.name()) ? Optional.of(get(KIND)) : Optional.empty();
    }

    /**
     * Passes this state and all nested states to {@code states}, each state before its nested states. Passes the places
     * of the held records to {@code places}: every text in a state, except its kind, is such a place. Failures contain
     * other texts, so {@code states} must throw an exception at a failure.
     */
    public void visit(Consumer<State> states, Consumer<ElementLineage.Place> places) {
        visit(toJson(), place, states, places);
    }

    private static void visit(
            JsonValue json, String place, Consumer<State> states, Consumer<ElementLineage.Place> places) {
        if (json instanceof JsonValue.Members object) {
            State state = new State(object.members(), place);
            states.accept(state);
            object.members().forEach((name, value) -> {
                if (!name.equals(KIND.name())) {
                    visit(value, state.place(name), states, places);
                }
            });
        } else if (json instanceof JsonValue.Items items) {
            for (int i = 0; i < items.items().size(); i++) {
                visit(items.items().get(i), place + "[" + i + "]", states, places);
            }
        } else if (json instanceof JsonValue.Text text) {
            places.accept(Restoring.place(text, place));
        }
    }

    JsonValue toJson() {
        return new JsonValue.Members(members);
    }

    @Override
    public String toString() {
        return toJson().toJson();
    }

    private JsonValue member(String name) {
        JsonValue value = members.get(name);
        if (value == null) {
            throw CheckpointFailures.damaged(place(name) + " is missing in " + toJson().toJson());
        }
        return value;
    }

    private String place(String name) {
        return place.isEmpty() ? name : place + "." + name;
    }
}
