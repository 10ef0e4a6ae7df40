package dev.riffle.spark.internal.schema;

import dev.riffle.RecordFormat;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.spark.internal.options.RecordType;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Finds payloads that are not messages of the record type. Describes them and names the record type that reads them.
 * Belongs to one thread at a time.
 */
public final class OtherMessages {

    private final PayloadKind expected;

    private final ExampleCursor cursor;

    private final RecordFormat format;

    private final RecordType type;

    /**
     * Creates a check for a record type.
     *
     * @throws IllegalArgumentException if the type is bytes, which accepts any payload
     */
    public OtherMessages(RecordFormat format, RecordType type) {
        this.format = format;
        this.type = type;
        this.expected = switch (type) {
            case EXAMPLE -> PayloadKind.exampleIn(format);
            case SEQUENCE_EXAMPLE -> PayloadKind.SEQUENCE_EXAMPLE;
            case EXAMPLE_LIST_WITH_CONTEXT -> PayloadKind.EXAMPLE_LIST;
            case BYTES -> throw new IllegalArgumentException("records of type bytes accept any payload");
        };
        this.cursor = expected.cursor();
    }

    /** Returns the kind of the payloads that are messages of the record type. */
    public PayloadKind expected() {
        return expected;
    }

    /** Returns the error of a payload and a remedy. Empty if the payload may be a message of the record type. */
    public Optional<String> problem(ByteBuffer payload) {
        return expected.misread(payload, cursor)
                .map(found ->
                        "expected " + expected.description() + ", found " + found.description() + "; " + remedy(found));
    }

    /** Returns a description of a payload and the record type that reads it. */
    public String description(ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(payload.position(), bytes);
        PayloadKind found = PayloadKind.of(bytes, format);
        return "the payload looks like " + found.description() + "; " + remedy(found);
    }

    private String remedy(PayloadKind found) {
        RecordType reads = format == RecordFormat.TFRECORD ? reading(found) : RecordType.BYTES;
        return "option recordType " + reads.optionValue() + " reads such records";
    }

    private RecordType reading(PayloadKind found) {
        return switch (found) {
            // The other types with features read an Example too, but find no feature in this one.
            case EXAMPLE -> type == RecordType.EXAMPLE_LIST_WITH_CONTEXT ? RecordType.EXAMPLE : RecordType.BYTES;
            case SEQUENCE_EXAMPLE -> RecordType.SEQUENCE_EXAMPLE;
            case EXAMPLE_LIST -> RecordType.EXAMPLE_LIST_WITH_CONTEXT;
            case EVENT, OFRECORD, IMAGE, JSON, TEXT, PROTOBUF, EMPTY, BYTES -> RecordType.BYTES;
        };
    }
}
