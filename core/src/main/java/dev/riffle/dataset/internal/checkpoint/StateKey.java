package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.internal.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * The name and type of a member of a {@link State}. A stage has one constant for each member, and uses the constant to
 * save and to restore. Use {@link LineageKey} for members that refer to elements.
 */
public final class StateKey<T> {

    /**
     * Reads a value. Throws {@link CheckpointException} with the place of the value if the value is of another type.
     */
    private interface Reader<T> {

        T read(JsonValue json, String place);
    }

    private final String name;
    private final Function<T, JsonValue> writer;
    private final Reader<T> reader;

    private StateKey(String name, Function<T, JsonValue> writer, Reader<T> reader) {
        this.name = name;
        this.writer = writer;
        this.reader = reader;
    }

    /** Returns a key for a 64-bit integer. */
    public static StateKey<Long> number(String name) {
        return new StateKey<>(name, StateKey::json, StateKey::number);
    }

    /** Returns a key for a 64-bit integer that is not negative. */
    public static StateKey<Long> count(String name) {
        return new StateKey<>(name, StateKey::json, (json, place) -> {
            long number = number(json, place);
            if (number < 0) {
                throw CheckpointFailures.damaged(place, "at least 0", json);
            }
            return number;
        });
    }

    /** Returns a key for a boolean. */
    public static StateKey<Boolean> flag(String name) {
        return new StateKey<>(name, JsonValue.Bool::new, (json, place) -> {
            if (json instanceof JsonValue.Bool flag) {
                return flag.value();
            }
            throw CheckpointFailures.damaged(place, "true or false", json);
        });
    }

    /** Returns a key for a string. */
    public static StateKey<String> text(String name) {
        return new StateKey<>(name, JsonValue.Text::new, (json, place) -> {
            if (json instanceof JsonValue.Text text) {
                return text.text();
            }
            throw CheckpointFailures.damaged(place, "a string", json);
        });
    }

    /** Returns a key for an enum constant, saved as its name in lower case. */
    public static <E extends Enum<E>> StateKey<E> choice(String name, Class<E> type) {
        E[] constants = type.getEnumConstants();
        List<String> words = new ArrayList<>();
        for (E constant : constants) {
            words.add(constant.name().toLowerCase(Locale.ROOT));
        }
        return new StateKey<>(name, chosen -> new JsonValue.Text(words.get(chosen.ordinal())), (json, place) -> {
            int found = json instanceof JsonValue.Text text ? words.indexOf(text.text()) : -1;
            if (found < 0) {
                throw CheckpointFailures.damaged(place, "one of " + words, json);
            }
            return constants[found];
        });
    }

    /** Returns a key for both parts of a seed. */
    public static StateKey<Seed> seed(String name) {
        StateKey<List<Long>> parts = number(name).list();
        return new StateKey<>(name, seed -> parts.write(List.of(seed.seed(), seed.seed2())), (json, place) -> {
            List<Long> read = parts.read(json, place);
            if (read.size() != 2) {
                throw CheckpointFailures.damaged(place, "two integers", json);
            }
            return new Seed(read.get(0), read.get(1));
        });
    }

    /** Returns a key for the state of another stage, or for a part of a state. */
    public static StateKey<State> state(String name) {
        return new StateKey<>(name, State::toJson, State::of);
    }

    /** Returns a key for a failure that a stage throws in place of an element. */
    public static StateKey<SavedElement.Failed> failure(String name) {
        return new StateKey<>(
                name,
                failed -> failed.save().toJson(),
                (json, place) -> SavedElement.Failed.restored(State.of(json, place)));
    }

    /** Returns a key for a value that may be missing. A missing value is {@code null} in the checkpoint. */
    public StateKey<Optional<T>> optional() {
        return new StateKey<>(
                name,
                value -> value.map(writer).orElseGet(JsonValue.Null::new),
                (json, place) ->
                        json instanceof JsonValue.Null ? Optional.empty() : Optional.of(reader.read(json, place)));
    }

    /** Returns a key for a list of values of this key. */
    public StateKey<List<T>> list() {
        return new StateKey<>(
                name, values -> new JsonValue.Items(values.stream().map(writer).toList()), (json, place) -> {
                    List<JsonValue> items = items(json, place);
                    List<T> values = new ArrayList<>(items.size());
                    for (int i = 0; i < items.size(); i++) {
                        values.add(reader.read(items.get(i), place + "[" + i + "]"));
                    }
                    return values;
                });
    }

    public String name() {
        return name;
    }

    JsonValue write(T value) {
        return writer.apply(value);
    }

    T read(JsonValue json, String place) {
        return reader.read(json, place);
    }

    /** Returns the items of an array. Throws an exception if the value is not an array. */
    static List<JsonValue> items(JsonValue json, String place) {
        if (json instanceof JsonValue.Items items) {
            return items.items();
        }
        throw CheckpointFailures.damaged(place, "an array", json);
    }

    private static JsonValue json(long number) {
        return new JsonValue.Number(Long.toString(number));
    }

    private static long number(JsonValue json, String place) {
        if (json instanceof JsonValue.Number number && number.exactLong().isPresent()) {
            return number.exactLong().getAsLong();
        }
        throw CheckpointFailures.damaged(place, "an integer", json);
    }
}
