package dev.riffle.spark.internal.schema;

import dev.riffle.RecordFormat;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.spark.internal.options.RecordType;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Finds records that are no messages of the record type. Says what they look like and which record type reads them. One
 * thread at a time.
 */
public final class OtherMessages {

    private final PayloadKind expected;

    private final ExampleCursor cursor;

    private final RecordFormat format;

    /** @throws IllegalArgumentException if records are read as bytes, which fits any payload */
    public OtherMessages(RecordFormat format, RecordType type) {
        this.format = format;
        this.expected = switch (type) {
            case EXAMPLE -> PayloadKind.exampleIn(format);
            case SEQUENCE_EXAMPLE -> PayloadKind.SEQUENCE_EXAMPLE;
            case BYTES -> throw new IllegalArgumentException("any payload is a record of bytes");
        };
        this.cursor = expected.cursor();
    }

    /** Returns what is wrong with a payload and what to do; empty if it may be a message of the record type. */
    public Optional<String> problem(ByteBuffer payload) {
        return expected.misread(payload, cursor)
                .map(found ->
                        "expected " + expected.description() + ", found " + found.description() + "; " + remedy(found));
    }

    /** Returns what a payload looks like and which record type reads it. */
    public String description(ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(payload.position(), bytes);
        PayloadKind found = PayloadKind.of(bytes, format);
        return "the payload looks like " + found.description() + "; " + remedy(found);
    }

    private String remedy(PayloadKind found) {
        String reads = found == PayloadKind.SEQUENCE_EXAMPLE && format == RecordFormat.TFRECORD
                ? RecordType.SEQUENCE_EXAMPLE.optionValue()
                : RecordType.BYTES.optionValue();
        return "option recordType " + reads + " reads such records";
    }
}
