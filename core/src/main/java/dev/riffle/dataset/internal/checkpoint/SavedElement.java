package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.internal.JsonValue;
import dev.riffle.io.SourcePart;
import java.util.Optional;

/** The form of a held element in a checkpoint. */
public sealed interface SavedElement {

    /** An element that its stage can compute again. */
    record Held(ElementLineage lineage) implements SavedElement {}

    /** A failure in place of an element: the failure's stage, origin and message. */
    record Failed(String stage, Optional<SourcePart> origin, String message) implements SavedElement {

        private static final StateKey<String> STAGE = StateKey.text("stage");
        private static final StateKey<String> MESSAGE = StateKey.text("message");
        private static final StateKey<Optional<State>> ORIGIN =
                StateKey.state("origin").optional();
        private static final StateKey<String> FILE = StateKey.text("file");
        private static final StateKey<Long> OFFSET = StateKey.count("offset");

        State save() {
            return State.of(StateKind.FAILURE)
                    .with(STAGE, stage)
                    .with(MESSAGE, message)
                    .with(
                            ORIGIN,
                            origin.map(part ->
                                    State.empty().with(FILE, part.name()).with(OFFSET, part.offset())));
        }

        static Failed restored(State state) {
            state.check(StateKind.FAILURE);
            return new Failed(
                    state.get(STAGE),
                    state.get(ORIGIN).map(part -> new SourcePart(part.get(FILE), part.get(OFFSET))),
                    state.get(MESSAGE));
        }
    }

    /** Converts a lineage to its JSON form, and a failure to a JSON object. */
    static JsonValue write(SavedElement element, Saving saving) {
        if (element instanceof Failed failed) {
            return failed.save().toJson();
        }
        return saving.json(((Held) element).lineage());
    }

    /** Reads the element that {@link #write} wrote. */
    static SavedElement read(JsonValue json, String place, Restoring restoring) {
        return json instanceof JsonValue.Members
                ? Failed.restored(State.of(json, place))
                : new Held(restoring.lineage(json, place));
    }
}
