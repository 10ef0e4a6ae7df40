package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.internal.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads one checkpoint: the opposite of {@link Saving}. */
public final class Restoring {

    private final List<ReplayStart> starts = new ArrayList<>();
    private final Map<Integer, ElementLineage.Shared> shared = new HashMap<>();

    /**
     * The exclusive upper bound for numbers of shared lineages. A checkpoint saves a shared lineage after its parts, so
     * no lineage contains itself.
     */
    private int sharedBelow = Integer.MAX_VALUE;

    public Restoring(List<State> starts) {
        for (State start : starts) {
            this.starts.add(new ReplayStart(start));
        }
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
            if (!parts.isEmpty() && parts.get(0).equals(Saving.REPLAY)) {
                return replayed(parts, json, place);
            }
            if (!parts.isEmpty() && parts.get(0).equals(Saving.GROUP)) {
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
                && lineage(parts.get(1), place) instanceof ElementLineage.Position start
                && lineage(parts.get(2), place) instanceof ElementLineage.Position index
                && start.index() >= 0
                && start.index() < starts.size()) {
            return new ElementLineage.Replayed(starts.get((int) start.index()), index.index());
        }
        throw damaged(json, place);
    }

    private ElementLineage shared(List<JsonValue> parts, JsonValue json, String place) {
        if (parts.size() == 2
                && lineage(parts.get(1), place) instanceof ElementLineage.Position number
                && number.index() >= 0
                && number.index() < Math.min(starts.size(), sharedBelow)) {
            int index = (int) number.index();
            ElementLineage.Shared known = shared.get(index);
            if (known == null) {
                int outer = sharedBelow;
                sharedBelow = index;
                known = new ElementLineage.Shared(
                        new ElementLineage.Several(starts.get(index).state().get(Saving.PARTS, this)));
                sharedBelow = outer;
                shared.put(index, known);
            }
            return known;
        }
        throw damaged(json, place);
    }

    /** Reads a place from a text in the form {@code "FILE@OFFSET"}. */
    static ElementLineage.Place place(JsonValue.Text json, String place) {
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
