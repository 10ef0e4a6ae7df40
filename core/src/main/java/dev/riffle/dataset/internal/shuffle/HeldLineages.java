package dev.riffle.dataset.internal.shuffle;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.internal.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the lineages that a global shuffle gave, and its own state, in the states of a pipeline. */
final class HeldLineages {

    private static final Pattern PLACE = Pattern.compile("(\\d{1,10})@(\\d{1,19})");

    private final List<ElementLineage.Place> places = new ArrayList<>();
    private final List<State> stages = new ArrayList<>();
    private boolean ended;

    void collect(JsonValue value) {
        if (value instanceof JsonValue.Members members) {
            if (members.members().containsKey("failed")) {
                throw new IllegalArgumentException("a checkpoint holds a failure that next() has not thrown yet, of an"
                        + " element that would be lost: resume it, call next() until it is thrown, and make another"
                        + " checkpoint; or have ignoreErrors directly behind the stage that fails");
            }
            if (members.members().containsKey("passes") && !members.members().containsKey("input")) {
                ended = State.of(value).number("passes") > 0;
            }
            for (Map.Entry<String, JsonValue> member : members.members().entrySet()) {
                if (member.getKey().equals(GlobalShuffleNode.NAME)) {
                    stages.add(State.of(member.getValue()));
                } else {
                    collect(member.getValue());
                }
            }
        } else if (value instanceof JsonValue.Items items) {
            items.items().forEach(this::collect);
        } else if (value instanceof JsonValue.Text text) {
            Matcher place = PLACE.matcher(text.text());
            if (place.matches()) {
                places.add(new ElementLineage.Place(Integer.parseInt(place.group(1)), Long.parseLong(place.group(2))));
            }
        }
    }

    /** The marks of elements that stages hold. */
    List<ElementLineage.Place> places() {
        return places;
    }

    /** The state of the global shuffle; none where a shuffle behind it has not opened its input, or closed it. */
    List<State> stages() {
        return stages;
    }

    /** Whether a shuffle has closed its input. */
    boolean hasEnded() {
        return ended;
    }
}
