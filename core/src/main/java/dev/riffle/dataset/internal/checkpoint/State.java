package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.internal.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a stage needs to go on from where it was: named numbers, texts, marks and states of other stages. Immutable;
 * each {@code with} gives another state.
 */
public final class State {

    private static final State EMPTY = new State(Map.of());

    private final Map<String, JsonValue> members;

    private State(Map<String, JsonValue> members) {
        this.members = members;
    }

    public static State empty() {
        return EMPTY;
    }

    /** The state that {@link #toJson} gave. */
    public static State of(JsonValue json) {
        if (json instanceof JsonValue.Members object) {
            return new State(object.members());
        }
        throw new IllegalArgumentException("checkpoint is damaged: expected an object, found " + json.toJson());
    }

    public State with(String name, JsonValue value) {
        Map<String, JsonValue> changed = new LinkedHashMap<>(members);
        changed.put(name, value);
        return new State(changed);
    }

    public State with(String name, long value) {
        return with(name, new JsonValue.Number(Long.toString(value)));
    }

    public State with(String name, String value) {
        return with(name, new JsonValue.Text(value));
    }

    public State with(String name, State value) {
        return with(name, value.toJson());
    }

    public State withStates(String name, List<State> states) {
        List<JsonValue> items = new ArrayList<>();
        for (State state : states) {
            items.add(state.toJson());
        }
        return with(name, new JsonValue.Items(items));
    }

    /** Marks, by {@code saving}, which keeps what many of them share. */
    public State withMarks(String name, List<ElementLineage> marks, Saving saving) {
        List<JsonValue> items = new ArrayList<>();
        for (ElementLineage mark : marks) {
            items.add(saving.json(mark));
        }
        return with(name, new JsonValue.Items(items));
    }

    public boolean has(String name) {
        return members.containsKey(name);
    }

    public JsonValue value(String name) {
        JsonValue value = members.get(name);
        if (value == null) {
            throw new IllegalArgumentException("checkpoint is damaged: no \"" + name + "\" in " + toJson().toJson());
        }
        return value;
    }

    public long number(String name) {
        if (value(name) instanceof JsonValue.Number number) {
            OptionalLong exact = number.exactLong();
            if (exact.isPresent()) {
                return exact.getAsLong();
            }
        }
        throw damaged(name, "an integer");
    }

    /** A number that is not negative. */
    public long count(String name) {
        long number = number(name);
        if (number < 0) {
            throw damaged(name, "at least 0");
        }
        return number;
    }

    /** A number from 0 to {@code most}. */
    public long count(String name, long most) {
        long number = count(name);
        if (number > most) {
            throw damaged(name, "at most " + most);
        }
        return number;
    }

    /** A number from 0 on and below {@code limit}. */
    public int index(String name, int limit) {
        long number = number(name);
        if (number < 0 || number >= limit) {
            throw damaged(name, "at least 0 and below " + limit);
        }
        return (int) number;
    }

    public String text(String name) {
        if (value(name) instanceof JsonValue.Text text) {
            return text.text();
        }
        throw damaged(name, "a string");
    }

    public State state(String name) {
        return of(value(name));
    }

    public List<JsonValue> items(String name) {
        if (value(name) instanceof JsonValue.Items items) {
            return items.items();
        }
        throw damaged(name, "an array");
    }

    public List<State> states(String name) {
        List<State> states = new ArrayList<>();
        for (JsonValue item : items(name)) {
            states.add(of(item));
        }
        return states;
    }

    public List<ElementLineage> marks(String name, Restoring restoring) {
        List<ElementLineage> marks = new ArrayList<>();
        for (JsonValue item : items(name)) {
            marks.add(restoring.mark(item));
        }
        return marks;
    }

    public JsonValue toJson() {
        return new JsonValue.Members(members);
    }

    @Override
    public String toString() {
        return toJson().toJson();
    }

    private IllegalArgumentException damaged(String name, String expected) {
        return new IllegalArgumentException("checkpoint is damaged: \"" + name + "\" must be " + expected + ": "
                + value(name).toJson());
    }
}
