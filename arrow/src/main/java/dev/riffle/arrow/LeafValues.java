package dev.riffle.arrow;

import dev.riffle.example.Feature;
import dev.riffle.example.Kind;

/** Reads the values of a vector without children as features of one kind. */
abstract class LeafValues {

    private final Slots slots;
    private final Kind kind;

    LeafValues(Slots slots, Kind kind) {
        this.slots = slots;
        this.kind = kind;
    }

    /** Returns the kind of the features. */
    final Kind kind() {
        return kind;
    }

    final boolean isNull(int index) {
        return slots.of(index) == Slots.NONE;
    }

    /** Returns the place of a value in its vector. The value must not be null. */
    final int slot(int index) {
        int slot = slots.of(index);
        if (slot == Slots.NONE) {
            throw nullInList();
        }
        return slot;
    }

    static ArrowColumnException nullInList() {
        return ArrowColumnException.ofValue(
                "a list has null, but a feature has values only; remove the nulls, or replace them by a value");
    }

    /** Returns a feature of values, of which none may be null. */
    abstract Feature feature(int start, int end);
}
