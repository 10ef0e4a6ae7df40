package dev.riffle.typed;

import dev.riffle.example.Kind;

/**
 * Maps the value of a component, if it is present, to one feature or to one feature list. Immutable.
 *
 * <p>Each subclass has a method {@code of}, for the reason that {@link Element} states.
 */
abstract class ValueMapping {

    /** The place of a value in a message. */
    enum Form {
        /** A feature with one value. */
        SINGLE,
        /** A feature with any number of values. */
        LIST,
        /** A feature list: any number of steps, each with any number of values. */
        STEPS
    }

    private final Form form;
    private final Kind kind;

    ValueMapping(Form form, Kind kind) {
        this.form = form;
        this.kind = kind;
    }

    final Form form() {
        return form;
    }

    /** Returns the kind of the feature, or of each step. */
    final Kind kind() {
        return kind;
    }

    /** Returns the expected content with its article, for messages. */
    abstract String expected();

    /** Writes the body of a feature or feature list. Throws {@link ValueMismatch} if the value does not fit. */
    abstract void write(Object value, MessageOutput out);

    /** Returns the value of a present feature or feature list. Throws {@link ValueMismatch} if it does not fit. */
    abstract Object read(FoundValues found, int slot);

    /** Returns the value of a step that has no kind; only mappings of lists support it. */
    Object readEmpty() {
        throw new IllegalStateException("not a list: " + form);
    }

    /** Throws if a feature or step has another kind. */
    final void checkKind(FoundValues found, int slot) {
        Kind actual = found.kind(slot);
        if (actual != kind) {
            throw new ValueMismatch(
                    expected() + " in " + Wire.article(kind),
                    Wire.article(actual) + " with " + values(found.count(slot)));
        }
    }

    static String values(int count) {
        return switch (count) {
            case 0 -> "no values";
            case 1 -> "1 value";
            default -> count + " values";
        };
    }
}
