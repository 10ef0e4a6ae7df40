package dev.riffle.arrow;

import dev.riffle.arrow.internal.schema.FeatureColumn;
import dev.riffle.arrow.internal.schema.FeatureColumn.Place;
import dev.riffle.arrow.internal.schema.MessageType;
import dev.riffle.arrow.internal.schema.ReadColumns;
import dev.riffle.example.Dialect;
import dev.riffle.example.FeatureWarning;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.ParsedSequenceFeatures;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.parse.SequenceExampleParser;
import dev.riffle.parse.SequenceFeatureSpecs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Parses batches of messages of one type. The next batch reuses the memory. One thread at a time may use an object. */
interface MessageParsing {

    /** Parses a batch. */
    void parse(PayloadBatch payloads);

    /** Returns the features of the last batch. */
    ParsedFeatures features();

    /** Returns the feature lists of the last batch; the features if messages have no feature lists. */
    ParsedFeatures featureLists();

    /** Returns an object with the same parser, for a different thread. */
    MessageParsing forOtherThread();

    /** Returns a parser of the features of these columns, without warnings. */
    static MessageParsing of(MessageType message, List<FeatureColumn> columns) {
        return of(message, columns, warning -> {});
    }

    /**
     * Returns a parser of the features of these columns.
     *
     * @param warnings receives the warnings of the parser
     */
    static MessageParsing of(
            MessageType message, List<FeatureColumn> columns, Consumer<? super FeatureWarning> warnings) {
        FeatureSpecs features = specs(columns, Place.FEATURES);
        if (message == MessageType.SEQUENCE_EXAMPLE) {
            FeatureSpecs lists = specs(columns, Place.FEATURE_LISTS);
            return new SequenceExamples(SequenceExampleParser.compile(new SequenceFeatureSpecs(features, lists))
                    .warnings(warnings));
        }
        Dialect dialect = message == MessageType.OFRECORD ? Dialect.ONEFLOW : Dialect.TENSORFLOW;
        return new Examples(ExampleParser.compile(features, dialect).warnings(warnings));
    }

    /**
     * Checks that a parser supports all columns.
     *
     * @throws IllegalArgumentException if messages cannot have one of the features
     */
    static void check(ReadColumns columns) {
        MessageType message = columns.message().orElse(MessageType.EXAMPLE);
        List<FeatureColumn> features = new ArrayList<>();
        for (ReadColumns.Column column : columns.columns()) {
            if (column instanceof ReadColumns.OfFeature feature) {
                features.add(feature.feature());
            } else if (column instanceof ReadColumns.OfExamples examples) {
                of(MessageType.EXAMPLE, examples.features());
            }
        }
        if (!features.isEmpty()) {
            of(message, features);
        }
    }

    private static FeatureSpecs specs(List<FeatureColumn> columns, Place place) {
        Map<String, FeatureSpec> specs = new LinkedHashMap<>();
        for (FeatureColumn column : columns) {
            if (column.place() == place) {
                specs.put(column.name(), column.spec());
            }
        }
        return FeatureSpecs.of(specs);
    }

    /** Parses Examples or OFRecords. */
    final class Examples implements MessageParsing {

        private final ExampleParser parser;
        private final ParsedFeatures parsed;

        private Examples(ExampleParser parser) {
            this.parser = parser;
            this.parsed = parser.newBatch();
        }

        @Override
        public MessageParsing forOtherThread() {
            return new Examples(parser);
        }

        @Override
        public void parse(PayloadBatch payloads) {
            parser.parse(payloads, parsed);
        }

        @Override
        public ParsedFeatures features() {
            return parsed;
        }

        @Override
        public ParsedFeatures featureLists() {
            return parsed;
        }
    }

    /** Parses SequenceExamples. */
    final class SequenceExamples implements MessageParsing {

        private final SequenceExampleParser parser;
        private final ParsedSequenceFeatures parsed;

        private SequenceExamples(SequenceExampleParser parser) {
            this.parser = parser;
            this.parsed = parser.newBatch();
        }

        @Override
        public MessageParsing forOtherThread() {
            return new SequenceExamples(parser);
        }

        @Override
        public void parse(PayloadBatch payloads) {
            parser.parse(payloads, parsed);
        }

        @Override
        public ParsedFeatures features() {
            return parsed.context();
        }

        @Override
        public ParsedFeatures featureLists() {
            return parsed.featureLists();
        }
    }
}
