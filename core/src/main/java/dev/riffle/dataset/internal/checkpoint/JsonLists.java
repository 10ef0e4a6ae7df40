package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.internal.JsonValue;
import java.util.ArrayList;
import java.util.List;

/** Integers and texts as JSON arrays. */
public final class JsonLists {

    private JsonLists() {}

    public static JsonValue json(long... numbers) {
        List<JsonValue> items = new ArrayList<>(numbers.length);
        for (long number : numbers) {
            items.add(new JsonValue.Number(Long.toString(number)));
        }
        return new JsonValue.Items(items);
    }

    public static long[] of(JsonValue json) {
        if (json instanceof JsonValue.Items items) {
            long[] numbers = new long[items.items().size()];
            for (int i = 0; i < numbers.length; i++) {
                JsonValue item = items.items().get(i);
                if (!(item instanceof JsonValue.Number number)
                        || number.exactLong().isEmpty()) {
                    throw damaged(json);
                }
                numbers[i] = number.exactLong().getAsLong();
            }
            return numbers;
        }
        throw damaged(json);
    }

    public static List<String> texts(List<JsonValue> items) {
        List<String> texts = new ArrayList<>(items.size());
        for (JsonValue item : items) {
            texts.add(item instanceof JsonValue.Text text ? text.text() : item.toJson());
        }
        return texts;
    }

    private static IllegalArgumentException damaged(JsonValue json) {
        return new IllegalArgumentException("checkpoint is damaged: expected integers, found " + json.toJson());
    }
}
