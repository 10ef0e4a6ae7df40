package dev.riffle.arrow.internal.schema;

import dev.riffle.arrow.internal.RecordMetadata;
import dev.riffle.example.internal.PayloadKind;
import java.util.Arrays;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Schema;

/** The message type of the records that a schema describes. */
public enum MessageType {
    /** TensorFlow's Example. */
    EXAMPLE(RecordMetadata.EXAMPLE, PayloadKind.EXAMPLE),
    /** TensorFlow's SequenceExample. */
    SEQUENCE_EXAMPLE(RecordMetadata.SEQUENCE_EXAMPLE, PayloadKind.SEQUENCE_EXAMPLE),
    /** TensorFlow Serving's ExampleListWithContext. */
    EXAMPLE_LIST(RecordMetadata.EXAMPLE_LIST_WITH_CONTEXT, PayloadKind.EXAMPLE_LIST),
    /** OneFlow's OFRecord. */
    OFRECORD(RecordMetadata.OFRECORD, PayloadKind.OFRECORD);

    private final String title;
    private final PayloadKind kind;

    MessageType(String title, PayloadKind kind) {
        this.title = title;
        this.kind = kind;
    }

    /** Returns the value of {@link RecordMetadata#MESSAGE}. */
    public String title() {
        return title;
    }

    /** Returns the kind of the payloads. */
    public PayloadKind kind() {
        return kind;
    }

    /** Returns the metadata of a schema of such messages. */
    public Map<String, String> metadata() {
        return Map.of(RecordMetadata.MESSAGE, title);
    }

    /**
     * Returns the type that a schema names, or {@link #EXAMPLE} if the schema names none.
     *
     * @throws IllegalArgumentException if the schema names another type
     */
    public static MessageType of(Schema schema) {
        Map<String, String> metadata = schema.getCustomMetadata();
        String title = metadata == null ? null : metadata.get(RecordMetadata.MESSAGE);
        if (title == null) {
            return EXAMPLE;
        }
        return Arrays.stream(values())
                .filter(type -> type.title.equals(title))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("schema: expected " + RecordMetadata.MESSAGE
                        + " Example, SequenceExample, ExampleListWithContext or OFRecord, found " + title));
    }
}
