package dev.riffle.cli.print;

import dev.riffle.cli.terminal.Style;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.Locale;

/** Lists the types of messages that a file can hold without frames. */
enum MessageType {
    /** TensorFlow's Example. */
    EXAMPLE,
    /** TensorFlow's SequenceExample. */
    SEQUENCE_EXAMPLE,
    /** OneFlow's OFRecord. */
    OFRECORD;

    static MessageType of(String typed) {
        for (MessageType type : values()) {
            if (type.typed().equals(typed.toLowerCase(Locale.ROOT))) {
                return type;
            }
        }
        throw new IllegalArgumentException("--type must be example, sequence-example or ofrecord: " + typed);
    }

    private String typed() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Parses a message from text format or, if the text begins with a brace, from JSON. Returns its bytes. */
    byte[] encode(String text) {
        boolean json = text.stripLeading().startsWith("{");
        return switch (this) {
            case EXAMPLE -> (json ? Example.parseJson(text) : Example.parseText(text)).toByteArray();
            case SEQUENCE_EXAMPLE ->
                (json ? SequenceExample.parseJson(text) : SequenceExample.parseText(text)).toByteArray();
            case OFRECORD ->
                (json ? Example.parseJson(text, Dialect.ONEFLOW) : Example.parseText(text, Dialect.ONEFLOW))
                        .toByteArray(Dialect.ONEFLOW);
        };
    }

    /**
     * Writes the text or the JSON of a message, followed by a line break.
     *
     * @throws MalformedMessageException if the bytes are not a message of this type; then no text is written
     */
    void decode(Bytes message, Style style, Appendable target) throws IOException {
        boolean json = style == Style.JSON;
        switch (this) {
            case EXAMPLE -> decode(message, json, target, Dialect.TENSORFLOW);
            case OFRECORD -> decode(message, json, target, Dialect.ONEFLOW);
            case SEQUENCE_EXAMPLE -> {
                if (json) {
                    SequenceExample.writeJson(message, target);
                } else {
                    SequenceExample.writeText(message, target);
                }
            }
        }
        if (json) {
            target.append('\n');
        }
    }

    private static void decode(Bytes message, boolean json, Appendable target, Dialect dialect) throws IOException {
        if (json) {
            Example.writeJson(message, target, dialect);
        } else {
            Example.writeText(message, target, dialect);
        }
    }
}
