package dev.riffle.parse;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.example.Dialect;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.ExampleContent;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.parse.ExampleParseException.Origin;
import dev.riffle.parse.internal.ParseFault;
import dev.riffle.tensor.DType;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Infers specs from the first records of a file. {@link FeatureSpecs#infer} and {@link SequenceFeatureSpecs#infer}
 * document the rules. If a key occurs several times in a record, only the last occurrence counts.
 */
final class SpecSurvey {

    /**
     * A feature of one record, or all steps of one list. A count of -1 means that counts differ, or that a step has no
     * kind.
     */
    private static final class Seen {

        private Kind kind = Kind.NOT_SET;
        private int count = -1;
        private int steps;

        private void step(Kind stepKind, int stepCount) {
            count = steps == 0 || count == stepCount ? stepCount : -1;
            if (stepKind != Kind.NOT_SET) {
                kind = stepKind;
            } else {
                count = -1;
            }
            steps++;
        }
    }

    /** The common properties of the features of one key in the records read. */
    private static final class Column {

        private Kind kind = Kind.NOT_SET;
        private int count = -1;
        private boolean counted;
        private int records;
        private long kindRecord;

        private void add(Seen seen) {
            count = !counted || count == seen.count ? seen.count : -1;
            counted = true;
        }
    }

    private final RecordReader reader;
    private final ExampleCursor cursor;
    private final Map<String, Column> features = new TreeMap<>();
    private final Map<String, Column> lists = new TreeMap<>();
    private final Map<String, Seen> recordFeatures = new HashMap<>();
    private final Map<String, Seen> recordLists = new HashMap<>();
    private int records;

    /** The first record and the type that it resembles; null before the survey reads the record. */
    private @Nullable Origin first;

    private PayloadKind firstKind = PayloadKind.EMPTY;

    private SpecSurvey(RecordReader reader, ExampleCursor cursor) {
        this.reader = reader;
        this.cursor = cursor;
    }

    static FeatureSpecs examples(RecordReader reader, int most) throws IOException {
        Dialect dialect = ExampleContent.dialect(reader.format());
        SpecSurvey survey = new SpecSurvey(reader, ExampleCursor.ofExamples(dialect));
        survey.read(most);
        FeatureSpecs specs = survey.featureSpecs();
        if (specs.isEmpty()) {
            throw survey.nothingFound("a feature with a kind");
        }
        return specs;
    }

    static SequenceFeatureSpecs sequenceExamples(RecordReader reader, int most) throws IOException {
        if (reader.format() == RecordFormat.OFRECORD) {
            throw new IllegalArgumentException(
                    reader.name() + ": an OFRecord file has no SequenceExamples; use FeatureSpecs.infer");
        }
        SpecSurvey survey = new SpecSurvey(reader, ExampleCursor.ofSequenceExamples());
        survey.read(most);
        FeatureSpecs context = survey.featureSpecs();
        FeatureSpecs lists = survey.listSpecs();
        if (context.isEmpty() && lists.isEmpty()) {
            throw survey.nothingFound("a feature or feature list with a kind");
        }
        return new SequenceFeatureSpecs(context, lists);
    }

    private void read(int most) throws IOException {
        if (most < 1) {
            throw new IllegalArgumentException("most must be positive: " + most);
        }
        while (records < most && reader.next()) {
            if (first == null) {
                first = new Origin(reader.name(), reader.index(), reader.offset());
                firstKind = PayloadKind.of(reader.payloadBytes(), reader.format());
            }
            try {
                readRecord();
            } catch (MalformedMessageException e) {
                throw failure(
                        new ParseFault(null, "a valid " + e.messageName(), e.reason() + " at byte " + e.offset(), ""),
                        e);
            }
            merge(recordFeatures, features);
            merge(recordLists, lists);
            records++;
        }
    }

    private void readRecord() throws IOException {
        recordFeatures.clear();
        recordLists.clear();
        cursor.reset(reader.payload());
        Seen list = new Seen();
        while (true) {
            switch (cursor.next()) {
                case FEATURE -> {
                    Seen seen = new Seen();
                    seen.step(cursor.kind(), cursor.count());
                    recordFeatures.put(cursor.key(), seen);
                }
                case FEATURE_LIST -> {
                    list = new Seen();
                    recordLists.put(cursor.key(), list);
                }
                case STEP -> {
                    Kind kind = cursor.kind();
                    if (kind != Kind.NOT_SET && list.kind != Kind.NOT_SET && kind != list.kind) {
                        throw failure(conflict(cursor.key(), list.kind, "as in earlier steps", kind), null);
                    }
                    list.step(kind, cursor.count());
                }
                case END -> {
                    return;
                }
            }
        }
    }

    private void merge(Map<String, Seen> record, Map<String, Column> columns) {
        record.forEach((key, seen) -> {
            Column column = columns.computeIfAbsent(key, k -> new Column());
            if (seen.kind == Kind.NOT_SET) {
                // A list without steps has no information about steps.
                if (seen.steps > 0) {
                    column.add(seen);
                }
                return;
            }
            if (column.kind == Kind.NOT_SET) {
                column.kind = seen.kind;
                column.kindRecord = reader.index();
            } else if (column.kind != seen.kind) {
                throw failure(conflict(key, column.kind, "as in record " + column.kindRecord, seen.kind), null);
            }
            column.records++;
            column.add(seen);
        });
    }

    private static ParseFault conflict(String key, Kind before, String source, Kind now) {
        return new ParseFault(
                key,
                before.fieldName() + " " + source,
                now.fieldName(),
                "one spec cannot read both; name the features yourself, without this one");
    }

    private FeatureSpecs featureSpecs() {
        FeatureSpecs.Builder specs = FeatureSpecs.builder();
        features.forEach((key, column) -> dtype(column.kind).ifPresent(dtype -> {
            boolean fixed = column.records == records && column.count > 0;
            specs.put(key, fixed ? FeatureSpec.fixedLen(dtype, dims(column.count)) : FeatureSpec.varLen(dtype));
        }));
        return specs.build();
    }

    private FeatureSpecs listSpecs() {
        FeatureSpecs.Builder specs = FeatureSpecs.builder();
        lists.forEach((key, column) -> dtype(column.kind).ifPresent(dtype -> {
            if (column.count > 0) {
                specs.put(
                        key,
                        FeatureSpec.fixedLenSequence(dtype, dims(column.count)).allowMissing());
            } else {
                specs.put(key, FeatureSpec.varLen(dtype));
            }
        }));
        return specs.build();
    }

    private static int[] dims(int count) {
        return count == 1 ? new int[0] : new int[] {count};
    }

    private static Optional<DType> dtype(Kind kind) {
        return switch (kind) {
            case NOT_SET -> Optional.empty();
            case BYTES -> Optional.of(DType.STRING);
            case FLOAT -> Optional.of(DType.FLOAT32);
            case INT64 -> Optional.of(DType.INT64);
            case DOUBLE -> Optional.of(DType.FLOAT64);
            case INT32 -> Optional.of(DType.INT32);
        };
    }

    private ExampleParseException failure(ParseFault fault, @Nullable Throwable cause) {
        return new ExampleParseException(
                fault, records, new Origin(reader.name(), reader.index(), reader.offset()), cause);
    }

    private ExampleParseException nothingFound(String wanted) {
        String found = "none in " + records + " records";
        return first == null
                ? new ExampleParseException(new ParseFault(null, wanted, found, remedy()), -1, null, null)
                : new ExampleParseException(
                        new ParseFault(
                                null, wanted, found + "; this record looks like " + firstKind.description(), remedy()),
                        0,
                        first,
                        null);
    }

    private String remedy() {
        return switch (firstKind) {
            case EXAMPLE, OFRECORD, EMPTY -> "name the features yourself";
            case SEQUENCE_EXAMPLE -> "infer specs for SequenceExamples, or name the features yourself";
            case EXAMPLE_LIST, EVENT, IMAGE, JSON, TEXT, PROTOBUF, BYTES -> "read the payloads as bytes";
        };
    }
}
