package dev.riffle.cli;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.SequenceExample;
import java.util.Locale;

/** The messages that stand alone in a file. */
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

    /** The bytes of the message that text describes, in text format or, if it begins with a brace, in JSON. */
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

    String decode(byte[] message, Style style) {
        boolean json = style == Style.JSON;
        return switch (this) {
            case EXAMPLE ->
                json ? Example.parse(message).toJson() : Example.parse(message).toText();
            case SEQUENCE_EXAMPLE ->
                json
                        ? SequenceExample.parse(message).toJson()
                        : SequenceExample.parse(message).toText();
            case OFRECORD ->
                json
                        ? Example.parse(message, Dialect.ONEFLOW).toJson(Dialect.ONEFLOW)
                        : Example.parse(message, Dialect.ONEFLOW).toText(Dialect.ONEFLOW);
        };
    }
}
