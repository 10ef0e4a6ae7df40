package dev.riffle.filter;

import dev.riffle.example.Dialect;
import dev.riffle.example.ExampleCursor;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.List;

/** A message as a filter sees it: the features that are named, and nothing of the others. For one thread. */
final class FilterRow {

    private final ExampleCursor cursor;
    private final FilterSlot[] slots;

    FilterRow(Dialect dialect, List<String> names) {
        this.cursor = ExampleCursor.ofExamples(dialect);
        this.slots = names.stream().map(FilterSlot::new).toArray(FilterSlot[]::new);
    }

    FilterRow read(ByteBuffer message) {
        cursor.reset(message);
        return walk();
    }

    FilterRow read(Bytes message) {
        cursor.reset(message);
        return walk();
    }

    /** A SequenceExample's context is where an Example has its features; what lies behind it is passed over. */
    private FilterRow walk() {
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
