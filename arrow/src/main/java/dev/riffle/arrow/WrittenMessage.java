package dev.riffle.arrow;

import dev.riffle.RecordFormat;
import dev.riffle.arrow.internal.RecordMetadata;
import dev.riffle.example.Kind;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Lists the messages that rows become. */
enum WrittenMessage {
    /** An Example, or an OFRecord; the format of the records decides. */
    EXAMPLE,
    SEQUENCE_EXAMPLE,
    EXAMPLE_LIST_WITH_CONTEXT;

    /**
     * Returns the message that the metadata of a schema asks for.
     *
     * @throws ArrowColumnException if the metadata is invalid, or the format has no such message
     */
    static WrittenMessage of(Schema schema, RecordFormat format) {
        String name = named(schema);
        if (name == null || name.equals(RecordMetadata.EXAMPLE) || name.equals(RecordMetadata.OFRECORD)) {
            return EXAMPLE;
        }
        WrittenMessage type = switch (name) {
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

    private static @Nullable String named(Schema schema) {
        Map<String, String> metadata = schema.getCustomMetadata();
        return metadata == null ? null : metadata.get(RecordMetadata.MESSAGE);
    }

    /** Returns the kind of 32-bit integers. Only a schema of OFRecords uses this type for int32. */
    static Kind int32(Schema schema) {
        return RecordMetadata.OFRECORD.equals(named(schema)) ? Kind.INT32 : Kind.INT64;
    }

    ColumnFinder.FeatureLists featureLists() {
        return this == SEQUENCE_EXAMPLE ? ColumnFinder.FeatureLists.ALLOWED : ColumnFinder.FeatureLists.REJECTED;
    }
}
