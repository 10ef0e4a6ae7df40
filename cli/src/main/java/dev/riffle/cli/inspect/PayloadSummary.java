package dev.riffle.cli.inspect;

import dev.riffle.cli.payload.FieldSummary;
import dev.riffle.cli.payload.SummaryValue;
import dev.riffle.cli.payload.TensorBoardEvent;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.internal.ExampleLists;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.io.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Summarizes the features of Examples and of related messages, the values of events, and the fields of messages. */
final class PayloadSummary {

    /** Lists the parts of a message, in the order of the table. */
    enum Part {
        /** The features of an Example or OFRecord. */
        FEATURES(""),
        /** The features of the context of a SequenceExample or an ExampleListWithContext. */
        CONTEXT("context"),
        /** The feature lists of a SequenceExample. */
        LISTS("lists"),
        /** The features of the Examples of an ExampleListWithContext. */
        EXAMPLES("examples"),
        /** The tags of TensorBoard events. */
        TAGS("tag"),
        /** The field numbers of a message of another type. */
        FIELDS("field");

        private final String title;

        Part(String title) {
            this.title = title;
        }

        /** Returns the name of the part; empty for the features of an Example. */
        String title() {
            return title;
        }
    }

    /** Names a feature, a tag or a field of a part. Fields are in the order of their numbers. */
    record Name(Part part, int number, String text) implements Comparable<Name> {
        @Override
        public int compareTo(Name other) {
            int byPart = part.compareTo(other.part);
            int byNumber = byPart == 0 ? Integer.compare(number, other.number) : byPart;
            return byNumber == 0 ? text.compareTo(other.text) : byNumber;
        }
    }

    /** Holds the range of the steps of events, and of their times in seconds since 1970. */
    record Events(long firstStep, long lastStep, double earliest, double latest) {}

    private final Map<Name, FeatureSummary> features = new TreeMap<>();

    private double earliest = Double.POSITIVE_INFINITY;
    private double latest = Double.NEGATIVE_INFINITY;
    private long firstStep = Long.MAX_VALUE;
    private long lastStep = Long.MIN_VALUE;

    /** Adds a payload of a type that {@link PayloadKind} detected. */
    void add(byte[] payload, PayloadKind kind, RecordPlace place) {
        switch (kind) {
            case EXAMPLE -> add(Part.FEATURES, Example.parse(payload), place);
            case OFRECORD -> add(Part.FEATURES, Example.parse(payload, Dialect.ONEFLOW), place);
            case SEQUENCE_EXAMPLE -> add(SequenceExample.parse(payload), place);
            case EXAMPLE_LIST -> add(ExampleLists.parse(payload), place);
            case EVENT -> add(TensorBoardEvent.parse(payload), place);
            case PROTOBUF ->
                FieldSummary.of(payload)
                        .forEach(field -> summary(Part.FIELDS, field.number(), Integer.toString(field.number()))
                                .add(field.values(), field.contents(), place));
            case IMAGE, JSON, TEXT, EMPTY, BYTES -> {}
        }
    }

    private FeatureSummary summary(Part part, int number, String name) {
        return features.computeIfAbsent(new Name(part, number, name), key -> new FeatureSummary());
    }

    private void add(Part part, Example example, RecordPlace place) {
        example.features().forEach((name, feature) -> summary(part, 0, name).add(feature, place));
    }

    private void add(SequenceExample example, RecordPlace place) {
        add(Part.CONTEXT, example.context(), place);
        example.featureLists()
                .forEach((name, steps) -> summary(Part.LISTS, 0, name).add(steps, place));
    }

    private void add(ExampleLists list, RecordPlace place) {
        list.context().ifPresent(context -> add(Part.CONTEXT, Example.parse(context), place));
        Map<String, List<Feature>> examples = new TreeMap<>();
        for (Bytes example : list.examples()) {
            Example.parse(example)
                    .features()
                    .forEach((name, feature) -> examples.computeIfAbsent(name, key -> new ArrayList<>())
                            .add(feature));
        }
        examples.forEach((name, values) -> summary(Part.EXAMPLES, 0, name).add(values, place));
    }

    private void add(TensorBoardEvent event, RecordPlace place) {
        earliest = Math.min(earliest, event.wallTime());
        latest = Math.max(latest, event.wallTime());
        firstStep = Math.min(firstStep, event.step());
        lastStep = Math.max(lastStep, event.step());
        for (SummaryValue value : event.values()) {
            SummaryValue.Content content = value.content();
            summary(Part.TAGS, 0, value.tag()).add(content.feature(), List.of(content.kind()), place);
        }
    }

    /** Returns the features, tags and fields by part and name. */
    Map<Name, FeatureSummary> features() {
        return features;
    }

    /** Returns the range of the events' times and steps. Empty without events. */
    Optional<Events> events() {
        return firstStep > lastStep ? Optional.empty() : Optional.of(new Events(firstStep, lastStep, earliest, latest));
    }
}
