package dev.riffle.parse;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.FeatureFacts;
import dev.riffle.example.internal.MessageSurvey;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.internal.Argument;
import dev.riffle.parse.internal.ColumnPlan;
import dev.riffle.parse.internal.ParseFault;
import dev.riffle.parse.internal.RowFault;
import dev.riffle.tensor.DType;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Infers specs from the first records of a file. {@link FeatureSpecs#infer} and {@link SequenceFeatureSpecs#infer}
 * document the rules.
 */
final class SpecSurvey {

    private final RecordReader reader;
    private final PayloadKind type;
    private final MessageSurvey survey = new MessageSurvey();

    /** The first record and the type that it resembles; null before the survey reads the record. */
    private @Nullable RecordPlace first;

    private PayloadKind firstKind = PayloadKind.EMPTY;

    private SpecSurvey(RecordReader reader, PayloadKind type) {
        this.reader = reader;
        this.type = type;
    }

    static FeatureSpecs examples(RecordReader reader, int most) throws IOException {
        SpecSurvey survey = new SpecSurvey(reader, PayloadKind.exampleIn(reader.format()));
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
        SpecSurvey survey = new SpecSurvey(reader, PayloadKind.SEQUENCE_EXAMPLE);
        survey.read(most);
        FeatureSpecs context = survey.featureSpecs();
        FeatureSpecs lists = survey.listSpecs();
        if (context.isEmpty() && lists.isEmpty()) {
            throw survey.nothingFound("a feature or feature list with a kind");
        }
        return new SequenceFeatureSpecs(context, lists);
    }

    private void read(int most) throws IOException {
        Argument.positive(most, "most");
        ExampleCursor cursor = type.cursor();
        for (int record = 0; record < most && reader.next(); record++) {
            byte[] payload = reader.payloadBytes();
            RecordPlace place = RecordPlace.of(reader);
            if (first == null) {
                first = place;
                firstKind = PayloadKind.of(payload, reader.format());
            }
            try {
                if (survey.add(type, cursor, payload, place)) {
                    throw new ExampleParseException(contradiction(), record, place, null);
                }
            } catch (MalformedMessageException e) {
                throw new ExampleParseException(RowFault.malformed(e).fault(), record, place, e);
            }
        }
    }

    private ParseFault contradiction() {
        Map.Entry<String, FeatureFacts> feature = Stream.of(survey.features(), survey.lists())
                .flatMap(part -> part.entrySet().stream())
                .filter(named -> named.getValue().isContradictory())
                .findFirst()
                .orElseThrow();
        List<Map.Entry<Kind, RecordPlace>> kinds = feature.getValue().kinds();
        String before = kinds.get(0).getKey().fieldName();
        String now = kinds.get(1).getKey().fieldName();
        long record = kinds.get(0).getValue().record();
        boolean inOneRecord = record == kinds.get(1).getValue().record();
        return new ParseFault(
                feature.getKey(),
                inOneRecord ? "steps of one kind" : before + " as in record " + record,
                inOneRecord ? before + " and " + now : now,
                "one spec cannot read both; name the features yourself, without this one");
    }

    private FeatureSpecs featureSpecs() {
        return specs(
                survey.features(),
                (facts, dtype) -> facts.records() == survey.records() && isFixed(facts)
                        ? FeatureSpec.fixedLen(dtype, dims(facts))
                        : FeatureSpec.varLen(dtype));
    }

    private FeatureSpecs listSpecs() {
        return specs(
                survey.lists(),
                (facts, dtype) -> isFixed(facts)
                        ? FeatureSpec.fixedLenSequence(dtype, dims(facts)).allowMissing()
                        : FeatureSpec.varLen(dtype));
    }

    private static FeatureSpecs specs(
            Map<String, FeatureFacts> features, BiFunction<FeatureFacts, DType, FeatureSpec> spec) {
        FeatureSpecs.Builder specs = FeatureSpecs.builder();
        features.forEach((key, facts) -> specs.put(key, spec.apply(facts, ColumnPlan.dtypeOf(facts.kind()))));
        return specs.build();
    }

    private static boolean isFixed(FeatureFacts facts) {
        return facts.mostValues() > 0 && facts.fewestValues() == facts.mostValues();
    }

    private static int[] dims(FeatureFacts facts) {
        return facts.isSingle() ? new int[0] : new int[] {facts.mostValues()};
    }

    private ExampleParseException nothingFound(String wanted) {
        String found = "none in " + survey.records() + (survey.records() == 1 ? " record" : " records");
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
