package dev.riffle.arrow;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.arrow.internal.RecordMetadata;
import dev.riffle.arrow.internal.schema.ColumnFields;
import dev.riffle.arrow.internal.schema.ColumnType;
import dev.riffle.arrow.internal.schema.MessageType;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.ExampleLists;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Collects the features of sampled records, and returns their schema. */
final class SchemaSurvey {

    private static final String REMEDY = "pass specs or a schema with the columns that you need";

    private final SortedMap<String, SurveyedFeature> features = new TreeMap<>();

    /** The feature lists of SequenceExamples, or the features of the Examples of ExampleListWithContexts. */
    private final SortedMap<String, SurveyedFeature> lists = new TreeMap<>();

    private final Set<SurveyedFeature> touched = new HashSet<>();
    private long records;

    /** The message type so far, and the first record with this type; null if all records so far are empty. */
    private @Nullable MessageType message;

    private @Nullable RecordPlace first;

    /** Adds the current record of a reader. */
    void add(RecordReader reader) throws IOException {
        RecordPlace place = new RecordPlace(reader.name(), reader.index(), reader.offset());
        byte[] payload = reader.payloadBytes();
        records++;
        PayloadKind kind = kind(payload, reader.format());
        if (kind == PayloadKind.EMPTY) {
            return;
        }
        MessageType type = decide(kind, payload, place);
        try {
            if (type == MessageType.EXAMPLE_LIST) {
                ExampleLists list = ExampleLists.parse(payload);
                walk(type, list.context().orElse(Bytes.empty()).toByteArray(), features);
                for (Bytes example : list.examples()) {
                    walk(type, example.toByteArray(), lists);
                    // Each Example is a record of its own.
                    end(place);
                }
            } else {
                // Unusual names can make a SequenceExample resemble an Example.
                walk(message == MessageType.SEQUENCE_EXAMPLE ? message : type, payload, features);
            }
        } catch (MalformedMessageException e) {
            throw RecordMismatchException.at(
                    place,
                    null,
                    "expected a valid " + e.messageName() + ", found malformed bytes: at byte " + e.offset() + ": "
                            + e.reason(),
                    e);
        }
        end(place);
    }

    private void end(RecordPlace place) {
        touched.forEach(feature -> feature.accept(place));
        touched.clear();
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

    private void walk(MessageType type, byte[] payload, SortedMap<String, SurveyedFeature> columns) {
        ExampleCursor cursor = type.kind().cursor().reset(payload);
        SurveyedFeature list = null;
        while (true) {
            switch (cursor.next()) {
                case FEATURE -> begin(columns, cursor).examine(cursor, payload);
                case FEATURE_LIST -> list = begin(lists, cursor);
                case STEP -> {
                    if (list != null) {
                        list.examine(cursor, payload);
                    }
                }
                case END -> {
                    return;
                }
            }
        }
    }

    private SurveyedFeature begin(SortedMap<String, SurveyedFeature> columns, ExampleCursor cursor) {
        SurveyedFeature feature = columns.computeIfAbsent(cursor.key(), name -> new SurveyedFeature());
        feature.begin();
        touched.add(feature);
        return feature;
    }

    /**
     * Returns the schema of the records.
     *
     * @throws RecordMismatchException if records contradict each other, or if no record has a feature with a kind
     */
    Schema schema() {
        features.values().removeIf(feature -> feature.kind() == null);
        lists.values().removeIf(feature -> feature.kind() == null);
        MessageType type = message == null ? MessageType.EXAMPLE : message;
        if (features.isEmpty() && lists.isEmpty()) {
            throw RecordMismatchException.of(
                    (first == null ? "" : first + ": ") + "expected a feature with a kind, found none in " + records
                            + (records == 1 ? " record; " : " records; ") + REMEDY);
        }
        boolean examples = type == MessageType.EXAMPLE_LIST;
        if (type == MessageType.SEQUENCE_EXAMPLE) {
            // In a context, the parser accepts a feature without a kind only as a list.
            features.values().forEach(SurveyedFeature::requireListIfUnset);
        }
        List<Field> fields = new ArrayList<>(fields(features, "feature", 0));
        List<Field> inner = fields(lists, examples ? "feature of the examples" : "feature list", examples ? 0 : 2);
        if (examples) {
            checkFree(RecordMetadata.EXAMPLES_COLUMN, "the column of the examples has the same name");
            fields.add(ColumnFields.examples(inner));
        } else {
            lists.forEach((name, list) -> checkFree(name, "a feature list in " + list.first()));
            fields.addAll(inner);
        }
        return new Schema(fields, type.metadata());
    }

    private void checkFree(String name, String other) {
        SurveyedFeature feature = features.get(name);
        if (feature != null) {
            throw RecordMismatchException.of("two columns have the name \"" + name + "\": a feature of the context in "
                    + feature.first() + ", but " + other + "; " + REMEDY);
        }
    }

    private static List<Field> fields(SortedMap<String, SurveyedFeature> columns, String what, int lists) {
        List<Field> fields = new ArrayList<>();
        columns.forEach((name, feature) -> {
            String conflict = feature.conflict();
            if (conflict != null) {
                throw RecordMismatchException.of("the records have different kinds of the " + what + " \"" + name
                        + "\": " + conflict + "; " + REMEDY);
            }
            fields.add(ColumnFields.field(name, type(feature, lists), true));
        });
        return fields;
    }

    private static ColumnType type(SurveyedFeature feature, int lists) {
        Kind kind = feature.kind();
        DType dtype = switch (kind == null ? Kind.NOT_SET : kind) {
            case BYTES -> DType.STRING;
            case FLOAT -> DType.FLOAT32;
            case INT64 -> DType.INT64;
            case DOUBLE -> DType.FLOAT64;
            case INT32 -> DType.INT32;
            case NOT_SET -> throw new IllegalStateException("no kind");
        };
        int all = lists > 0 || feature.isSingle() ? lists : 1;
        return new ColumnType(dtype, dtype == DType.STRING && feature.isText(), all, Shape.scalar());
    }
}
