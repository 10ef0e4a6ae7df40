package dev.riffle.arrow;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.arrow.internal.RecordMetadata;
import dev.riffle.arrow.internal.schema.ColumnFields;
import dev.riffle.arrow.internal.schema.ColumnType;
import dev.riffle.arrow.internal.schema.MessageType;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.FeatureFacts;
import dev.riffle.example.internal.MessageSurvey;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Collects the features of sampled records, and returns their schema. */
final class SchemaSurvey {

    private static final String REMEDY = "pass specs or a schema with the columns that you need";

    private final Map<PayloadKind, ExampleCursor> cursors = new EnumMap<>(PayloadKind.class);
    private final MessageSurvey survey = new MessageSurvey();
    private long records;

    /** The message type so far, and the first record with this type; null if all records so far are empty. */
    private @Nullable MessageType message;

    private @Nullable RecordPlace first;

    /** Adds the current record of a reader. */
    void add(RecordReader reader) throws IOException {
        RecordPlace place = RecordPlace.of(reader);
        byte[] payload = reader.payloadBytes();
        records++;
        PayloadKind found = kind(payload, reader.format());
        if (found == PayloadKind.EMPTY) {
            return;
        }
        MessageType type = decide(found, payload, place);
        // Unusual names can make a SequenceExample resemble an Example.
        PayloadKind kind = (message == MessageType.SEQUENCE_EXAMPLE ? message : type).kind();
        try {
            survey.add(kind, cursors.computeIfAbsent(kind, PayloadKind::cursor), payload, place);
        } catch (MalformedMessageException e) {
            throw RecordMismatchException.at(
                    place,
                    null,
                    "expected a valid " + e.messageName() + ", found malformed bytes: at byte " + e.offset() + ": "
                            + e.reason(),
                    e);
        }
    }

    /**
     * Returns the type of a payload. A payload that can be an Example is one, even if its names are unusual. After an
     * ExampleListWithContext, a payload that can be another one is one, because some resemble SequenceExamples.
     */
    private PayloadKind kind(byte[] payload, RecordFormat format) {
        if (message == MessageType.EXAMPLE_LIST
                && payload.length > 0
                && PayloadKind.EXAMPLE_LIST.misread(ByteBuffer.wrap(payload)).isEmpty()) {
            return PayloadKind.EXAMPLE_LIST;
        }
        PayloadKind kind = PayloadKind.of(payload, format);
        return switch (kind) {
            case EXAMPLE, SEQUENCE_EXAMPLE, EXAMPLE_LIST, OFRECORD, EMPTY -> kind;
            case EVENT, IMAGE, JSON, TEXT, PROTOBUF, BYTES ->
                PayloadKind.otherThanExample(payload, format).orElse(PayloadKind.exampleIn(format));
        };
    }

    /** Returns the message type of a payload. An Example is also a SequenceExample without feature lists. */
    private MessageType decide(PayloadKind kind, byte[] payload, RecordPlace place) {
        MessageType type = switch (kind) {
            case EXAMPLE -> MessageType.EXAMPLE;
            case SEQUENCE_EXAMPLE -> MessageType.SEQUENCE_EXAMPLE;
            case EXAMPLE_LIST -> MessageType.EXAMPLE_LIST;
            case OFRECORD -> MessageType.OFRECORD;
            case EVENT, IMAGE, JSON, TEXT, PROTOBUF, EMPTY, BYTES ->
                throw RecordMismatchException.at(place, null, kind.insteadOf(PayloadKind.EXAMPLE, payload), null);
        };
        MessageType before = message;
        if (before == null) {
            message = type;
            first = place;
        } else if (before != type) {
            boolean sequences = ofSequences(before) && ofSequences(type);
            if (!sequences) {
                throw RecordMismatchException.of("the records have different message types: " + before.title() + " in "
                        + first + ", but " + type.title() + " in " + place + "; read the files separately");
            }
            message = MessageType.SEQUENCE_EXAMPLE;
        }
        return type;
    }

    private static boolean ofSequences(MessageType type) {
        return type == MessageType.EXAMPLE || type == MessageType.SEQUENCE_EXAMPLE;
    }

    /**
     * Returns the schema of the records.
     *
     * @throws RecordMismatchException if records contradict each other, or if no record has a feature with a kind
     */
    Schema schema() {
        SortedMap<String, FeatureFacts> features = survey.features();
        SortedMap<String, FeatureFacts> lists = survey.lists();
        MessageType type = message == null ? MessageType.EXAMPLE : message;
        if (features.isEmpty() && lists.isEmpty()) {
            throw RecordMismatchException.of(
                    (first == null ? "" : first + ": ") + "expected a feature with a kind, found none in " + records
                            + (records == 1 ? " record; " : " records; ") + REMEDY);
        }
        // In a context, the parser accepts a feature without a kind only as a list.
        Predicate<FeatureFacts> single = type == MessageType.SEQUENCE_EXAMPLE
                ? feature -> feature.isSingle() && feature.fewestValues() == 1
                : FeatureFacts::isSingle;
        List<Field> fields = new ArrayList<>(fields(features, "feature", feature -> single.test(feature) ? 0 : 1));
        if (type == MessageType.EXAMPLE_LIST) {
            checkFree(RecordMetadata.EXAMPLES_COLUMN, features, "the column of the examples has the same name");
            fields.add(ColumnFields.examples(
                    fields(lists, "feature of the examples", feature -> feature.isSingle() ? 0 : 1)));
        } else {
            List<Field> inner = fields(lists, "feature list", feature -> 2);
            lists.forEach((name, list) -> checkFree(name, features, "a feature list in " + list.first()));
            fields.addAll(inner);
        }
        return new Schema(fields, type.metadata());
    }

    private static void checkFree(String name, Map<String, FeatureFacts> features, String other) {
        FeatureFacts feature = features.get(name);
        if (feature != null) {
            throw RecordMismatchException.of("two columns have the name \"" + name + "\": a feature of the context in "
                    + feature.first() + ", but " + other + "; " + REMEDY);
        }
    }

    /** Returns the fields of features of the same part. The function returns how many lists contain a value. */
    private static List<Field> fields(
            SortedMap<String, FeatureFacts> columns, String what, ToIntFunction<FeatureFacts> lists) {
        List<Field> fields = new ArrayList<>();
        columns.forEach((name, feature) -> {
            if (feature.isContradictory()) {
                throw RecordMismatchException.of("the records have different kinds of the " + what + " \"" + name
                        + "\": " + feature.contradiction() + "; " + REMEDY);
            }
            fields.add(ColumnFields.field(name, type(feature, lists.applyAsInt(feature)), true));
        });
        return fields;
    }

    private static ColumnType type(FeatureFacts feature, int lists) {
        DType dtype = switch (feature.kind()) {
            case BYTES -> DType.STRING;
            case FLOAT -> DType.FLOAT32;
            case INT64 -> DType.INT64;
            case DOUBLE -> DType.FLOAT64;
            case INT32 -> DType.INT32;
            case NOT_SET -> throw new IllegalStateException("no kind");
        };
        return new ColumnType(dtype, dtype == DType.STRING && feature.isText(), lists, Shape.scalar());
    }
}
