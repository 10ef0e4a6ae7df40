package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.internal.JsonValue;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Writes one checkpoint: converts lineages to JSON and collects the starts of replayed lineages. Collects each start
 * only once.
 *
 * <p>A position is a number, and a place is {@code "FILE@OFFSET"}. Several lineages are an array. A replayed lineage is
 * an array that begins with {@code "replay"}. An array that begins with {@code "group"} refers to several lineages in
 * the list of starts.
 */
public final class Saving {

    static final JsonValue REPLAY = new JsonValue.Text("replay");
    static final JsonValue GROUP = new JsonValue.Text("group");

    /** The lineages of a group, in the group's state in the list of starts. */
    static final LineageKey<List<ElementLineage>> PARTS =
            LineageKey.lineage("parts").list();

    /** The starts and the shared lineages found so far. */
    private final IdentityHashMap<Object, Integer> known = new IdentityHashMap<>();

    private final List<State> states = new ArrayList<>();

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
            return new JsonValue.Items(List.of(REPLAY, number(number(replayed.start())), number(replayed.index())));
        }
        if (lineage instanceof ElementLineage.Shared shared) {
            return new JsonValue.Items(List.of(GROUP, number(number(shared))));
        }
        throw new AssertionError(lineage);
    }

    /** Returns the starts. Lineages refer to a start by its index in this list. */
    public List<State> starts() {
        return states;
    }

    private int number(ReplayStart start) {
        Integer number = known.get(start);
        return number == null ? added(start, start.state()) : number;
    }

    private int number(ElementLineage.Shared shared) {
        Integer number = known.get(shared);
        return number == null
                ? added(shared, State.empty().with(PARTS, shared.several().parts(), this))
                : number;
    }

    private int added(Object met, State state) {
        int next = states.size();
        known.put(met, next);
        states.add(state);
        return next;
    }

    private static JsonValue number(long value) {
        return new JsonValue.Number(Long.toString(value));
    }
}
