package dev.riffle.arrow;

import dev.riffle.RecordFormat;
import dev.riffle.arrow.internal.RecordMetadata;
import org.apache.arrow.vector.types.pojo.Schema;

/** Lists the messages that rows become. */
enum MessageType {
    /** An Example, or an OFRecord; the format of the records decides. */
    EXAMPLE,
    SEQUENCE_EXAMPLE,
    EXAMPLE_LIST_WITH_CONTEXT;

    /**
     * Returns the message that the metadata of a schema asks for.
     *
     * @throws ArrowColumnException if the metadata is invalid, or the format has no such message
     */
    static MessageType of(Schema schema, RecordFormat format) {
        String name = schema.getCustomMetadata() == null
                ? null
                : schema.getCustomMetadata().get(RecordMetadata.MESSAGE);
        if (name == null || name.equals(RecordMetadata.EXAMPLE) || name.equals(RecordMetadata.OFRECORD)) {
            return EXAMPLE;
        }
        MessageType type = switch (name) {
            case RecordMetadata.SEQUENCE_EXAMPLE -> SEQUENCE_EXAMPLE;
            case RecordMetadata.EXAMPLE_LIST_WITH_CONTEXT -> EXAMPLE_LIST_WITH_CONTEXT;
            default ->
                throw ArrowColumnException.ofValue("the schema's metadata " + RecordMetadata.MESSAGE + " is \"" + name
                        + "\"; expected Example, OFRecord, SequenceExample or ExampleListWithContext");
        };
        if (format == RecordFormat.OFRECORD) {
            throw ArrowColumnException.ofValue("the schema's metadata " + RecordMetadata.MESSAGE + " is \"" + name
                    + "\", but OFRecord files have no such messages; write TFRecord files");
        }
        return type;
    }

    ColumnFinder.FeatureLists featureLists() {
        return this == SEQUENCE_EXAMPLE ? ColumnFinder.FeatureLists.ALLOWED : ColumnFinder.FeatureLists.REJECTED;
    }
}
