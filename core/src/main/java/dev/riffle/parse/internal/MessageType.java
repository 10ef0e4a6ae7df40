package dev.riffle.parse.internal;

import dev.riffle.example.Dialect;
import dev.riffle.example.ExampleCursor;

/** The types of messages that parsers read. An Example is a context without feature lists. */
public enum MessageType {
    EXAMPLE(Dialect.TENSORFLOW),
    OFRECORD(Dialect.ONEFLOW),
    SEQUENCE_EXAMPLE(Dialect.TENSORFLOW);

    final Dialect dialect;

    MessageType(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Returns the type of messages without feature lists in a dialect. */
    public static MessageType of(Dialect dialect) {
        return switch (dialect) {
            case TENSORFLOW -> EXAMPLE;
            case ONEFLOW -> OFRECORD;
        };
    }

    /** Returns the dialect of the messages. */
    public Dialect dialect() {
        return dialect;
    }

    /**
     * Returns whether a feature without a kind is an empty list of any kind. In other messages, such a feature is
     * missing.
     */
    boolean unsetIsEmpty() {
        return this == SEQUENCE_EXAMPLE;
    }

    ExampleCursor cursor() {
        return this == SEQUENCE_EXAMPLE ? ExampleCursor.ofSequenceExamples() : ExampleCursor.ofExamples(dialect);
    }
}
