package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.internal.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The name and type of a member of a {@link State} that refers to elements. Unlike a {@link StateKey}, a lineage key
 * needs the {@link Saving} or the {@link Restoring} of the complete checkpoint.
 */
public final class LineageKey<T> {

    private interface Writer<T> {

        JsonValue write(T value, Saving saving);
    }

    private interface Reader<T> {

        T read(JsonValue json, String place, Restoring restoring);
    }

    private final String name;
    private final Writer<T> writer;
    private final Reader<T> reader;

    private LineageKey(String name, Writer<T> writer, Reader<T> reader) {
        this.name = name;
        this.writer = writer;
        this.reader = reader;
    }

    /** Returns a key for the lineage of an element. */
    public static LineageKey<ElementLineage> lineage(String name) {
        return new LineageKey<>(
                name,
                (lineage, saving) -> saving.json(lineage),
                (json, place, restoring) -> restoring.lineage(json, place));
    }

    /** Returns a key for the lineage of an element that only a replay of its stage can compute. */
    public static LineageKey<ElementLineage.Replayed> replayed(String name) {
        return new LineageKey<>(name, (lineage, saving) -> saving.json(lineage), (json, place, restoring) -> {
            if (restoring.lineage(json, place) instanceof ElementLineage.Replayed replayed && replayed.index() >= 0) {
                return replayed;
            }
            throw CheckpointFailures.damaged(place, "an element after a start", json);
        });
    }

    /** Returns a key for an element that a stage holds, or for a failure in place of an element. */
    public static LineageKey<SavedElement> element(String name) {
        return new LineageKey<>(name, SavedElement::write, SavedElement::read);
    }

    /** Returns a key for a value that may be missing. A missing value is {@code null} in the checkpoint. */
    public LineageKey<Optional<T>> optional() {
        return new LineageKey<>(
                name,
                (value, saving) -> value.isPresent() ? writer.write(value.get(), saving) : new JsonValue.Null(),
                (json, place, restoring) -> json instanceof JsonValue.Null
                        ? Optional.empty()
                        : Optional.of(reader.read(json, place, restoring)));
    }

    /** Returns a key for a list of values of this key. */
    public LineageKey<List<T>> list() {
        return new LineageKey<>(
                name,
                (values, saving) -> {
                    List<JsonValue> items = new ArrayList<>(values.size());
                    for (T value : values) {
                        items.add(writer.write(value, saving));
                    }
                    return new JsonValue.Items(items);
                },
                (json, place, restoring) -> {
                    List<JsonValue> items = StateKey.items(json, place);
                    List<T> values = new ArrayList<>(items.size());
                    for (int i = 0; i < items.size(); i++) {
                        values.add(reader.read(items.get(i), place + "[" + i + "]", restoring));
                    }
                    return values;
                });
    }

    String name() {
        return name;
    }

    JsonValue write(T value, Saving saving) {
        return writer.write(value, saving);
    }

    T read(JsonValue json, String place, Restoring restoring) {
        return reader.read(json, place, restoring);
    }
}
