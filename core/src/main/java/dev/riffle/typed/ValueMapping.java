package dev.riffle.typed;

import dev.riffle.example.Dialect;
import dev.riffle.example.Kind;
import dev.riffle.example.internal.Tags;
import dev.riffle.internal.WireScanner;

/**
 * Maps the value of a component, if it is present, to one feature or to one feature list. Immutable.
 *
 * <p>Each subclass has a static method that returns a new object as a {@code ValueMapping}. A constructor call in the
 * caller would load the subclass with the caller, because the JVM verifies that the new object is a
 * {@code ValueMapping}. So the JVM loads only the subclasses that a record needs.
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
    private final int tag;

    ValueMapping(Form form, Kind kind) {
        this.form = form;
        this.kind = kind;
        this.tag = Tags.ofList(kind, Dialect.TENSORFLOW);
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

    /** Ends a list with this number of values, which the caller has written since the mark. */
    final void closeList(MessageOutput out, int mark, int count) {
        if (kind != Kind.BYTES && count > 0) {
            out.close(mark, WireScanner.FIELD_1);
        }
        out.close(mark, tag);
    }

    /** Returns the value of a step that has no kind; only mappings of lists support it. */
    Object readEmpty() {
        throw new IllegalStateException("not a list: " + form);
    }

    /** Throws if a feature or step has another kind. */
    final void checkKind(FoundValues found, int slot) {
        Kind actual = found.kind(slot);
        if (actual != kind) {
            throw new ValueMismatch(
                    expected() + " in " + article(kind), article(actual) + " with " + values(found.count(slot)));
        }
    }

    /** Returns the name of a kind's list after its article. */
    private static String article(Kind kind) {
        return switch (kind) {
            case NOT_SET -> kind.fieldName();
            case INT64, INT32 -> "an " + kind.fieldName();
            case BYTES, FLOAT, DOUBLE -> "a " + kind.fieldName();
        };
    }

    static String values(int count) {
        return switch (count) {
            case 0 -> "no values";
            case 1 -> "1 value";
            default -> count + " values";
        };
    }
}
