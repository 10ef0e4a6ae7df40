package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.internal.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Converts the lineages of one checkpoint to JSON and back. The table holds the starts of replayed lineages and the
 * parts of shared lineages, each only once.
 *
 * <p>A position is a number, and a place is {@code "FILE@OFFSET"}. Several lineages are an array. A replayed lineage is
 * an array that begins with {@code "replay"} and the number of its start in the table. An array that begins with
 * {@code "group"} contains the number of a shared lineage in the table.
 */
public final class LineageTable {

    private static final JsonValue REPLAY = new JsonValue.Text("replay");
    private static final JsonValue GROUP = new JsonValue.Text("group");

    /** The parts of a shared lineage, in its state in the table. */
    private static final Member<List<ElementLineage>> PARTS =
            Member.lineage("parts").list();

    private final List<State> states = new ArrayList<>();

    /** The numbers of the starts and of the shared lineages that this table has written. */
    private final IdentityHashMap<Object, Integer> written = new IdentityHashMap<>();

    private final Map<Integer, ElementLineage.Shared> shared = new HashMap<>();

    /**
     * The exclusive upper bound for numbers of shared lineages. A checkpoint saves a shared lineage after its parts, so
     * no lineage contains itself.
     */
    private int sharedBelow = Integer.MAX_VALUE;

    /** Creates an empty table, for a new checkpoint. */
    public LineageTable() {}

    /** Creates the table of an existing checkpoint, with the states that {@link #states} returned. */
    public LineageTable(List<State> states) {
        this.states.addAll(states);
    }

    static LineageTable present(@Nullable LineageTable table) {
        return Objects.requireNonNull(table, "a state with lineages needs a table");
    }

    /** Returns an empty state, whose lineages this table converts. */
    public State state() {
        return State.empty().in(this);
    }

    /** Returns the starts and the shared lineages. Lineages refer to them by their index in this list. */
    public List<State> states() {
        return states;
    }

    JsonValue json(ElementLineage lineage) {
        if (lineage instanceof ElementLineage.Position position) {
            return number(position.index());
        }
        if (lineage instanceof ElementLineage.Place place) {
            return new JsonValue.Text(place.file() + "@" + place.offset());
        }
        if (lineage instanceof ElementLineage.Several several) {
            List<JsonValue> items = new ArrayList<>();
            for (ElementLineage part : several.parts()) {
                items.add(json(part));
            }
            return new JsonValue.Items(items);
        }
        if (lineage instanceof ElementLineage.Replayed replayed) {
            Integer known = written.get(replayed.start());
            int number = known == null ? added(replayed.start(), replayed.start()) : known;
            return new JsonValue.Items(List.of(REPLAY, number(number), number(replayed.index())));
        }
        if (lineage instanceof ElementLineage.Shared group) {
            Integer known = written.get(group);
            int number = known == null
                    ? added(group, state().with(PARTS, group.several().parts()))
                    : known;
            return new JsonValue.Items(List.of(GROUP, number(number)));
        }
        throw new AssertionError(lineage);
    }

    private int added(Object met, State state) {
        int next = states.size();
        written.put(met, next);
        states.add(state);
        return next;
    }

    static JsonValue number(long value) {
        return new JsonValue.Number(Long.toString(value));
    }

    /** Reads a lineage from a JSON value. Exceptions name {@code place}. */
    ElementLineage lineage(JsonValue json, String place) {
        if (json instanceof JsonValue.Number number && number.exactLong().isPresent()) {
            return new ElementLineage.Position(number.exactLong().getAsLong());
        }
        if (json instanceof JsonValue.Text text) {
            return place(text, place);
        }
        if (json instanceof JsonValue.Items items) {
            List<JsonValue> parts = items.items();
            if (!parts.isEmpty() && parts.get(0).equals(REPLAY)) {
                return replayed(parts, json, place);
            }
            if (!parts.isEmpty() && parts.get(0).equals(GROUP)) {
                return shared(parts, json, place);
            }
            List<ElementLineage> lineages = new ArrayList<>();
            for (int i = 0; i < parts.size(); i++) {
                lineages.add(lineage(parts.get(i), place + "[" + i + "]"));
            }
            return new ElementLineage.Several(lineages);
        }
        throw damaged(json, place);
    }

    private ElementLineage replayed(List<JsonValue> parts, JsonValue json, String place) {
        if (parts.size() == 3
                && lineage(parts.get(1), place) instanceof ElementLineage.Position number
                && lineage(parts.get(2), place) instanceof ElementLineage.Position index
                && number.index() >= 0
                && number.index() < states.size()) {
            return new ElementLineage.Replayed(states.get((int) number.index()), index.index());
        }
        throw damaged(json, place);
    }

    private ElementLineage shared(List<JsonValue> parts, JsonValue json, String place) {
        if (parts.size() == 2
                && lineage(parts.get(1), place) instanceof ElementLineage.Position number
                && number.index() >= 0
                && number.index() < Math.min(states.size(), sharedBelow)) {
            int index = (int) number.index();
            ElementLineage.Shared known = shared.get(index);
            if (known == null) {
                int outer = sharedBelow;
                sharedBelow = index;
                known = new ElementLineage.Shared(
                        new ElementLineage.Several(states.get(index).in(this).get(PARTS)));
                sharedBelow = outer;
                shared.put(index, known);
            }
            return known;
        }
        throw damaged(json, place);
    }

    /** Reads a place from a text in the form {@code "FILE@OFFSET"}. */
    private static ElementLineage.Place place(JsonValue.Text json, String place) {
        String text = json.text();
        int at = text.indexOf('@');
        try {
            return new ElementLineage.Place(
                    Integer.parseInt(text, 0, Math.max(at, 0), 10), Long.parseLong(text.substring(at + 1)));
        } catch (NumberFormatException e) {
            throw damaged(json, place);
        }
    }

    private static CheckpointException damaged(JsonValue json, String place) {
        return CheckpointFailures.damaged(place, "the position of an element", json);
    }
}
