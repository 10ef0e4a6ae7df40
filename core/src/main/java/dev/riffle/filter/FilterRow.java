package dev.riffle.filter;

import dev.riffle.example.Dialect;
import dev.riffle.example.ExampleCursor;
import java.nio.ByteBuffer;
import java.util.List;

/** The features of a message that a filter names. A row skips all other features. Use a row on one thread. */
final class FilterRow {

    private final ExampleCursor cursor;
    private final FilterSlot[] slots;

    FilterRow(Dialect dialect, List<String> names) {
        this.cursor = ExampleCursor.ofExamples(dialect);
        this.slots = names.stream().map(FilterSlot::new).toArray(FilterSlot[]::new);
    }

    FilterRow read(ByteBuffer message) {
        cursor.reset(message);
        for (FilterSlot slot : slots) {
            slot.clear();
        }
        while (cursor.next() != ExampleCursor.Event.END) {
            for (FilterSlot slot : slots) {
                if (cursor.keyEquals(slot.key())) {
                    slot.take(cursor);
                }
            }
        }
        return this;
    }

    FilterSlot slot(int index) {
        return slots[index];
    }

    ExampleCursor cursor() {
        return cursor;
    }
}
