package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.internal.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values that a stage needs to continue at its position, by typed members. Immutable; each {@code with} returns a
 * new state. A state from a checkpoint stores its place in the checkpoint, and reports a wrong value with this place.
 */
public final class State {

    private static final State EMPTY = new State(Map.of(), "", null);

    private final Map<String, JsonValue> members;
    private final String place;
    private final @Nullable LineageTable table;

    private State(Map<String, JsonValue> members, String place, @Nullable LineageTable table) {
        this.members = members;
        this.place = place;
        this.table = table;
    }

    /** Returns an empty state, which can hold no lineages: see {@link LineageTable#state}. */
    public static State empty() {
        return EMPTY;
    }

    /**
     * Reads the state from the JSON that {@link #toJson} returned.
     *
     * @throws CheckpointException if the value is not an object
     */
    public static State of(JsonValue json) {
        return of(json, "", null);
    }

    static State of(JsonValue json, String place, @Nullable LineageTable table) {
        if (json instanceof JsonValue.Members object) {
            return new State(object.members(), place, table);
        }
        throw CheckpointFailures.damaged(place, "an object", json);
    }

    /** Returns this state with the table that reads its lineages. */
    public State in(LineageTable other) {
        return new State(members, place, other);
    }

    /** Returns the table of this state, for the states of inputs. */
    public LineageTable table() {
        return LineageTable.present(table);
    }

    public <T> State with(Member<T> member, T value) {
        Map<String, JsonValue> changed = new LinkedHashMap<>(members);
        changed.put(member.name(), member.write(value, table));
        return new State(changed, place, table);
    }

    public State with(Member<Long> member, long value) {
        return with(member, (Long) value);
    }

    /**
     * Returns the value of a member.
     *
     * @throws CheckpointException if the value is missing, or of another type
     */
    public <T> T get(Member<T> member) {
        return member.read(value(member), place(member.name()), table);
    }

    /** Returns whether the state has a value for a member. */
    public boolean has(Member<?> member) {
        return members.containsKey(member.name());
    }

    /** Returns a number from {@code least} to {@code most}. */
    public long number(Member<Long> member, long least, long most) {
        long number = get(member);
        if (number < least || number > most) {
            throw damaged(member, "at least " + least + (most == Long.MAX_VALUE ? "" : " and at most " + most));
        }
        return number;
    }

    /** Returns a number that is at least 0 and below {@code limit}. */
    public int index(Member<Long> member, int limit) {
        return (int) number(member, 0, limit - 1);
    }

    /** Returns a list that has {@code size} values. */
    public <T> List<T> list(Member<List<T>> member, int size) {
        List<T> values = get(member);
        if (values.size() != size) {
            throw damaged(member, "an array of " + size);
        }
        return values;
    }

    /** Returns the exception for a value that its stage cannot use. */
    public CheckpointException damaged(Member<?> member, String expected) {
        return CheckpointFailures.damaged(place(member.name()), expected, value(member));
    }

    JsonValue toJson() {
        return new JsonValue.Members(members);
    }

    @Override
    public String toString() {
        return toJson().toJson();
    }

    private JsonValue value(Member<?> member) {
        JsonValue value = members.get(member.name());
        if (value == null) {
            throw CheckpointFailures.damaged(place(member.name()) + " is missing in " + toJson().toJson());
        }
        return value;
    }

    private String place(String name) {
        return place.isEmpty() ? name : place + "." + name;
    }
}
