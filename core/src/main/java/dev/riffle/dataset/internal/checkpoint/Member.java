package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.internal.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The name and type of a member of a {@link State}. Code that saves and restores a value itself has one constant for
 * the value. All other values of stages are {@linkplain Cell cells}.
 */
public record Member<T>(String name, Writer<T> writer, Reader<T> reader) {

    interface Writer<T> {

        JsonValue write(T value, @Nullable LineageTable table);
    }

    /**
     * Reads a value. Throws {@link CheckpointException} with the place of the value if the value is of another type.
     */
    interface Reader<T> {

        T read(JsonValue json, String place, @Nullable LineageTable table);
    }

    /** Returns a member for a 64-bit integer. */
    public static Member<Long> number(String name) {
        return new Member<>(name, (value, table) -> LineageTable.number(value), (json, place, table) -> {
            if (json instanceof JsonValue.Number number && number.exactLong().isPresent()) {
                return number.exactLong().getAsLong();
            }
            throw CheckpointFailures.damaged(place, "an integer", json);
        });
    }

    /** Returns a member for a 64-bit integer that is not negative. */
    public static Member<Long> count(String name) {
        Member<Long> any = number(name);
        return new Member<>(name, any.writer, (json, place, table) -> {
            long number = any.read(json, place, table);
            if (number < 0) {
                throw CheckpointFailures.damaged(place, "at least 0", json);
            }
            return number;
        });
    }

    /** Returns a member for a boolean. */
    public static Member<Boolean> flag(String name) {
        return new Member<>(name, (value, table) -> new JsonValue.Bool(value), (json, place, table) -> {
            if (json instanceof JsonValue.Bool flag) {
                return flag.value();
            }
            throw CheckpointFailures.damaged(place, "true or false", json);
        });
    }

    /** Returns a member for a string. */
    public static Member<String> text(String name) {
        return new Member<>(name, (value, table) -> new JsonValue.Text(value), (json, place, table) -> {
            if (json instanceof JsonValue.Text text) {
                return text.text();
            }
            throw CheckpointFailures.damaged(place, "a string", json);
        });
    }

    /** Returns a member for both parts of a seed. */
    public static Member<Seed> seed(String name) {
        Member<List<Long>> parts = number(name).list();
        return new Member<>(
                name, (seed, table) -> parts.write(List.of(seed.seed(), seed.seed2()), table), (json, place, table) -> {
                    List<Long> read = parts.read(json, place, table);
                    if (read.size() != 2) {
                        throw CheckpointFailures.damaged(place, "two integers", json);
                    }
                    return new Seed(read.get(0), read.get(1));
                });
    }

    /** Returns a member for the state of another stage, or for a part of a state. */
    public static Member<State> state(String name) {
        return new Member<>(name, (state, table) -> state.toJson(), State::of);
    }

    /** Returns a member for the lineage of an element. */
    public static Member<ElementLineage> lineage(String name) {
        return new Member<>(
                name,
                (lineage, table) -> LineageTable.present(table).json(lineage),
                (json, place, table) -> LineageTable.present(table).lineage(json, place));
    }

    /** Returns a member for the lineage of an element that only a replay of its stage can compute. */
    public static Member<ElementLineage.Replayed> replayed(String name) {
        return new Member<>(
                name, (lineage, table) -> LineageTable.present(table).json(lineage), (json, place, table) -> {
                    if (LineageTable.present(table).lineage(json, place) instanceof ElementLineage.Replayed replayed
                            && replayed.index() >= 0) {
                        return replayed;
                    }
                    throw CheckpointFailures.damaged(place, "an element after a start", json);
                });
    }

    /** Returns a member for an element that a stage holds, or for a failure in place of an element. */
    public static Member<SavedElement> element(String name) {
        return new Member<>(name, SavedElement::write, SavedElement::read);
    }

    /** Returns a member for a failure that a stage throws in place of an element. */
    public static Member<SavedElement.Failed> failure(String name) {
        return new Member<>(
                name,
                (failed, table) -> failed.save().toJson(),
                (json, place, table) -> SavedElement.Failed.restored(State.of(json, place, table)));
    }

    /** Returns a member for a value that may be missing. A missing value is {@code null} in the checkpoint. */
    public Member<Optional<T>> optional() {
        return new Member<>(
                name,
                (value, table) -> value.isPresent() ? writer.write(value.get(), table) : new JsonValue.Null(),
                (json, place, table) -> json instanceof JsonValue.Null
                        ? Optional.empty()
                        : Optional.of(reader.read(json, place, table)));
    }

    /** Returns a member for a list of values of this member. */
    public Member<List<T>> list() {
        return new Member<>(
                name,
                (values, table) -> {
                    List<JsonValue> items = new ArrayList<>(values.size());
                    for (T value : values) {
                        items.add(writer.write(value, table));
                    }
                    return new JsonValue.Items(items);
                },
                (json, place, table) -> {
                    if (!(json instanceof JsonValue.Items array)) {
                        throw CheckpointFailures.damaged(place, "an array", json);
                    }
                    List<JsonValue> items = array.items();
                    List<T> values = new ArrayList<>(items.size());
                    for (int i = 0; i < items.size(); i++) {
                        values.add(reader.read(items.get(i), place + "[" + i + "]", table));
                    }
                    return values;
                });
    }

    JsonValue write(T value, @Nullable LineageTable table) {
        return writer.write(value, table);
    }

    T read(JsonValue json, String place, @Nullable LineageTable table) {
        return reader.read(json, place, table);
    }
}
