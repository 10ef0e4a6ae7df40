package dev.riffle.cli.print;

import dev.riffle.RecordFormat;
import dev.riffle.example.Dialect;
import dev.riffle.example.FeatureWarning;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.internal.JsonSyntaxException;
import dev.riffle.internal.JsonValue;
import dev.riffle.parse.ExampleParseException;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.ParsedSequenceFeatures;
import dev.riffle.parse.SequenceExampleParser;
import dev.riffle.parse.SequenceFeatureSpecs;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Holds the specs for the records of a file, for one type of message. */
sealed interface RecordSpecs {

    /** The beginning of {@code context(...) lists(...)}. After a feature with such a name, a colon follows. */
    Pattern SEQUENCE = Pattern.compile("\\s*(context|lists)\\s*\\(.*", Pattern.DOTALL);

    /** The members of JSON specs for SequenceExamples. */
    Set<String> SEQUENCE_MEMBERS = Set.of("context_features", "sequence_features");

    /**
     * Parses specs on one line or in JSON. The form of the specs indicates the type of message.
     *
     * @throws dev.riffle.example.MalformedTextException if the specs have neither form
     * @throws IllegalArgumentException if no parser supports the specs
     */
    static RecordSpecs parse(String text) {
        if (text.stripLeading().startsWith("{")) {
            return isSequenceJson(text)
                    ? new OfSequenceExamples(SequenceFeatureSpecs.parseJson(text))
                    : new OfExamples(FeatureSpecs.parseJson(text));
        }
        return SEQUENCE.matcher(text).matches()
                ? new OfSequenceExamples(SequenceFeatureSpecs.parse(text))
                : new OfExamples(FeatureSpecs.parse(text));
    }

    private static boolean isSequenceJson(String text) {
        try {
            return JsonValue.parse(text) instanceof JsonValue.Members object
                    && object.members().entrySet().stream()
                            .anyMatch(
                                    member -> SEQUENCE_MEMBERS.contains(member.getKey()) && !isSpec(member.getValue()));
        } catch (JsonSyntaxException e) {
            return false;
        }
    }

    /** Returns whether a member is a feature with the name of a part. Such a member states a type. */
    private static boolean isSpec(JsonValue member) {
        return member instanceof JsonValue.Members spec && spec.members().get("type") instanceof JsonValue.Text;
    }

    /**
     * Returns a parser for files of a format.
     *
     * @param warnings receives probable mistakes in the specs
     * @param rejected receives the skipped records; without a receiver, such a record is an error
     * @throws IllegalArgumentException if the specs do not fit records of this format
     */
    BatchParser parser(
            RecordFormat format, Consumer<FeatureWarning> warnings, Optional<Consumer<ExampleParseException>> rejected);

    /** Returns the type of message that records of a file in this format must have. */
    PayloadKind message(RecordFormat format);

    /** Holds specs of features. */
    record OfExamples(FeatureSpecs specs) implements RecordSpecs {

        /**
         * Checks the specs.
         *
         * @throws IllegalArgumentException if the specs fit neither Examples nor OFRecords
         */
        public OfExamples {
            try {
                ExampleParser.compile(specs);
            } catch (IllegalArgumentException e) {
                throwUnlessOneFlowHas(specs, e);
            }
        }

        private static void throwUnlessOneFlowHas(FeatureSpecs specs, IllegalArgumentException rejection) {
            try {
                ExampleParser.compile(specs, Dialect.ONEFLOW);
            } catch (IllegalArgumentException e) {
                throw rejection;
            }
        }

        @Override
        public PayloadKind message(RecordFormat format) {
            return PayloadKind.exampleIn(format);
        }

        @Override
        public BatchParser parser(
                RecordFormat format,
                Consumer<FeatureWarning> warnings,
                Optional<Consumer<ExampleParseException>> rejected) {
            ExampleParser failing =
                    ExampleParser.compile(specs, RecordBatches.dialect(format)).warnings(warnings);
            ExampleParser parser = rejected.map(failing::skipping).orElse(failing);
            ParsedFeatures batch = parser.newBatch();
            return payloads -> {
                parser.parse(payloads, batch);
                return List.of(new BatchParser.Part("features", batch.asMap()));
            };
        }

        @Override
        public String toString() {
            return specs.toString();
        }
    }

    /** Holds specs of the features of contexts, and of feature lists. */
    record OfSequenceExamples(SequenceFeatureSpecs specs) implements RecordSpecs {

        /**
         * Checks the specs.
         *
         * @throws IllegalArgumentException if the specs do not fit SequenceExamples
         */
        public OfSequenceExamples {
            SequenceExampleParser.compile(specs);
        }

        @Override
        public PayloadKind message(RecordFormat format) {
            return PayloadKind.SEQUENCE_EXAMPLE;
        }

        @Override
        public BatchParser parser(
                RecordFormat format,
                Consumer<FeatureWarning> warnings,
                Optional<Consumer<ExampleParseException>> rejected) {
            if (format == RecordFormat.OFRECORD) {
                throw new IllegalArgumentException(
                        "OFRecord files hold no SequenceExamples; list the features without context(...) and"
                                + " lists(...)");
            }
            SequenceExampleParser failing = SequenceExampleParser.compile(specs).warnings(warnings);
            SequenceExampleParser parser = rejected.map(failing::skipping).orElse(failing);
            ParsedSequenceFeatures batch = parser.newBatch();
            return payloads -> {
                parser.parse(payloads, batch);
                return List.of(
                        new BatchParser.Part("context", batch.context().asMap()),
                        new BatchParser.Part("lists", batch.featureLists().asMap()),
                        new BatchParser.Part("lengths", batch.lengths()));
            };
        }

        @Override
        public String toString() {
            return specs.toString();
        }
    }
}
