package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.internal.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The reading of one checkpoint: the opposite of {@link Saving}. */
public final class Restoring {

    private final List<ReplayStart> starts = new ArrayList<>();
    private final Map<Integer, ElementLineage.Shared> shared = new HashMap<>();

    /** What is shared was saved behind what stands in it, so that nothing stands in itself. */
    private int sharedBelow = Integer.MAX_VALUE;

    public Restoring(List<State> starts) {
        for (State start : starts) {
            this.starts.add(new ReplayStart(start));
        }
    }

    public ElementLineage mark(JsonValue json) {
        if (json instanceof JsonValue.Number number && number.exactLong().isPresent()) {
            return new ElementLineage.Position(number.exactLong().getAsLong());
        }
        if (json instanceof JsonValue.Text text) {
            return place(text.text());
        }
        if (json instanceof JsonValue.Items items) {
            List<JsonValue> parts = items.items();
            if (!parts.isEmpty()
                    && parts.get(0) instanceof JsonValue.Text text
                    && text.text().equals("replay")) {
                return replayed(parts, json);
            }
            if (!parts.isEmpty()
                    && parts.get(0) instanceof JsonValue.Text text
                    && text.text().equals("group")) {
                return shared(parts, json);
            }
            List<ElementLineage> marks = new ArrayList<>();
            for (JsonValue part : parts) {
                marks.add(mark(part));
            }
            return new ElementLineage.Several(marks);
        }
        throw damaged(json);
    }

    private ElementLineage replayed(List<JsonValue> parts, JsonValue json) {
        if (parts.size() == 3
                && mark(parts.get(1)) instanceof ElementLineage.Position start
                && mark(parts.get(2)) instanceof ElementLineage.Position index
                && start.index() >= 0
                && start.index() < starts.size()) {
            return new ElementLineage.Replayed(starts.get((int) start.index()), index.index());
        }
        throw damaged(json);
    }

    private ElementLineage shared(List<JsonValue> parts, JsonValue json) {
        if (parts.size() == 2
                && mark(parts.get(1)) instanceof ElementLineage.Position number
                && number.index() >= 0
                && number.index() < Math.min(starts.size(), sharedBelow)) {
            int index = (int) number.index();
            ElementLineage.Shared known = shared.get(index);
            if (known == null) {
                int outer = sharedBelow;
                sharedBelow = index;
                known = new ElementLineage.Shared(
                        new ElementLineage.Several(starts.get(index).state().marks("group", this)));
                sharedBelow = outer;
                shared.put(index, known);
            }
            return known;
        }
        throw damaged(json);
    }

    private static ElementLineage place(String text) {
        int at = text.indexOf('@');
        try {
            return new ElementLineage.Place(
                    Integer.parseInt(text, 0, Math.max(at, 0), 10), Long.parseLong(text.substring(at + 1)));
        } catch (NumberFormatException e) {
            throw damaged(new JsonValue.Text(text));
        }
    }

    private static IllegalArgumentException damaged(JsonValue json) {
        return new IllegalArgumentException("checkpoint is damaged: not a position of an element: " + json.toJson());
    }
}
