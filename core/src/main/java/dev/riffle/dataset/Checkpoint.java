package dev.riffle.dataset;

import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.internal.JsonSyntaxException;
import dev.riffle.internal.JsonValue;

/**
 * Where a running pipeline is, as a small text: {@link DatasetIterator#checkpoint} gives it at any element, {@link
 * Dataset#resume} goes on from it, in another process or on another machine. The text is JSON with a version; its members
 * are not for programs.
 *
 * <p>Elements that stages have read ahead are in it as positions to be read again, so the sources must still have what
 * they had. Functions cannot be compared: the caller sees to it that they still do the same.
 */
public final class Checkpoint {

    private final State state;

    Checkpoint(State state) {
        this.state = state;
    }

    /**
     * The checkpoint that {@link #toString} gave.
     *
     * @throws IllegalArgumentException if the text is not one
     */
    public static Checkpoint parse(String text) {
        try {
            return new Checkpoint(State.of(JsonValue.parse(text)));
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException("not a checkpoint: " + e.getMessage(), e);
        }
    }

    State state() {
        return state;
    }

    /** The text, one line of JSON. */
    @Override
    public String toString() {
        return state.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Checkpoint that && toString().equals(that.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }
}
