package dev.riffle.sql;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.arrow.RecordMismatchException;
import dev.riffle.arrow.RecordSchemas;
import dev.riffle.arrow.internal.RecordMetadata;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Kind;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.ExampleContent;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordInput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Schema;

/** Infers the schemas of Parquet files. */
final class ParquetSchemas {

    private ParquetSchemas() {}

    /**
     * Infers a schema from the first records of all files together. Records without features have a schema without
     * fields.
     */
    static Schema infer(RecordInput input, long most) throws IOException {
        try {
            return RecordSchemas.infer(input, most);
        } catch (RecordMismatchException e) {
            Optional<RecordFormat> format = formatWithoutFeatures(input, most);
            if (format.isEmpty()) {
                throw e;
            }
            String message = format.get() == RecordFormat.OFRECORD ? RecordMetadata.OFRECORD : RecordMetadata.EXAMPLE;
            return new Schema(List.of(), Map.of(RecordMetadata.MESSAGE, message));
        }
    }

    /** Returns the format of records without any feature. Empty if a record has a feature, or is another message. */
    private static Optional<RecordFormat> formatWithoutFeatures(RecordInput input, long most) throws IOException {
        RecordFormat format = RecordFormat.TFRECORD;
        long count = 0;
        for (ByteSource source : input.sources()) {
            try (RecordReader reader = RecordReader.open(source, input.options())) {
                format = reader.format();
                Dialect dialect = ExampleContent.dialect(format);
                while (count++ < most && reader.next()) {
                    if (hasFeature(reader.payloadBytes(), dialect)) {
                        return Optional.empty();
                    }
                }
            }
        }
        return Optional.of(format);
    }

    private static boolean hasFeature(byte[] payload, Dialect dialect) {
        try {
            return Example.parse(payload, dialect).features().values().stream()
                    .anyMatch(feature -> feature.kind() != Kind.NOT_SET);
        } catch (MalformedMessageException otherMessage) {
            return true;
        }
    }
}
