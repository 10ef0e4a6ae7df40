package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.internal.JsonValue;
import dev.riffle.io.SourcePart;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The form of a held element in a checkpoint. */
public sealed interface SavedElement {

    /** An element that its stage can compute again. */
    record Held(ElementLineage lineage) implements SavedElement {}

    /** A failure in place of an element: the failure's stage, origin and message. */
    record Failed(String stage, Optional<SourcePart> origin, String message) implements SavedElement {

        private static final Member<String> STAGE = Member.text("stage");
        private static final Member<String> MESSAGE = Member.text("message");
        private static final Member<Optional<State>> ORIGIN =
                Member.state("origin").optional();
        private static final Member<String> FILE = Member.text("file");
        private static final Member<Long> OFFSET = Member.count("offset");

        State save() {
            return State.empty()
                    .with(STAGE, stage)
                    .with(MESSAGE, message)
                    .with(
                            ORIGIN,
                            origin.map(part ->
                                    State.empty().with(FILE, part.name()).with(OFFSET, part.offset())));
        }

        static Failed restored(State state) {
            return new Failed(
                    state.get(STAGE),
                    state.get(ORIGIN).map(part -> new SourcePart(part.get(FILE), part.get(OFFSET))),
                    state.get(MESSAGE));
        }
    }

    /** Converts a lineage to its JSON form, and a failure to a JSON object. */
    static JsonValue write(SavedElement element, @Nullable LineageTable table) {
        return element instanceof Failed failed
                ? failed.save().toJson()
                : LineageTable.present(table).json(((Held) element).lineage());
    }

    /** Reads the element that {@link #write} wrote. */
    static SavedElement read(JsonValue json, String place, @Nullable LineageTable table) {
        return json instanceof JsonValue.Members
                ? Failed.restored(State.of(json, place, table))
                : new Held(LineageTable.present(table).lineage(json, place));
    }
}
