package dev.riffle.example.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.SequenceExampleBuilder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Tests the facts that a survey collects, and that any division of the messages into surveys gives equal facts. */
class MessageSurveyTest {

    private static final byte[] NO_TEXT = {(byte) 0xff, (byte) 0xd8};

    private final MessageSurvey survey = new MessageSurvey();

    private int records;

    private boolean add(PayloadKind type, byte[] message) {
        int record = records++;
        return survey.add(type, type.cursor(), message, new RecordPlace("f", record, 40L * record));
    }

    private boolean add(Example example) {
        return add(PayloadKind.EXAMPLE, example.toByteArray());
    }

    private static Example with(String name, Feature feature) {
        return Example.builder().put(name, feature).build();
    }

    private FeatureFacts feature(String name) {
        return survey.features().get(name);
    }

    private FeatureFacts list(String name) {
        return survey.lists().get(name);
    }

    @Test
    void countsRecordsAndValues() {
        add(with("a", Feature.of(1L, 2L)));
        add(with("b", Feature.of(1f)));
        add(with("a", Feature.of(1L, 2L, 3L)));

        assertThat(survey.records()).isEqualTo(3);
        assertThat(survey.features()).containsOnlyKeys("a", "b");
        assertThat(survey.lists()).isEmpty();
        assertThat(feature("a").kind()).isEqualTo(Kind.INT64);
        assertThat(feature("a").records()).isEqualTo(2);
        assertThat(feature("a").fewestValues()).isEqualTo(2);
        assertThat(feature("a").mostValues()).isEqualTo(3);
        assertThat(feature("a").isSingle()).isFalse();
        assertThat(feature("b").isSingle()).isTrue();
        assertThat(feature("b").first()).hasToString("f: record 1 at offset 40");
    }

    @Test
    void aFeatureWithoutAKindHasNoValuesAndDoesNotChangeTheKind() {
        add(with("a", Feature.notSet()));
        assertThat(survey.features()).isEmpty();

        assertThat(add(with("a", Feature.of(1L)))).isFalse();

        assertThat(feature("a").records()).isEqualTo(2);
        assertThat(feature("a").fewestValues()).isZero();
        assertThat(feature("a").isSingle()).isTrue();
        assertThat(feature("a").isContradictory()).isFalse();
        assertThat(feature("a").first().record()).isEqualTo(1);
    }

    @Test
    void anEmptyListOfValuesHasAKind() {
        add(with("a", Feature.empty(Kind.BYTES)));

        assertThat(feature("a").kind()).isEqualTo(Kind.BYTES);
        assertThat(feature("a").mostValues()).isZero();
        assertThat(feature("a").fewestValues()).isZero();
        assertThat(feature("a").isText()).isTrue();
    }

    @Test
    void oneByteStringThatIsNotTextCounts() {
        add(with("a", Feature.of("text", "ü")));
        assertThat(feature("a").isText()).isTrue();
        add(with("a", Feature.of(new byte[] {'a'}, NO_TEXT)));
        add(with("a", Feature.of("text")));

        assertThat(feature("a").isText()).isFalse();
    }

    @Test
    void countsTheStepsOfFeatureLists() {
        SequenceExample one = SequenceExample.builder()
                .context(with("id", Feature.of(1L)))
                .put("frames", Feature.of(1f, 2f), Feature.of(3f, 4f), Feature.notSet())
                .put("none")
                .build();
        SequenceExample other =
                SequenceExample.builder().put("frames", Feature.of(1f, 2f)).build();
        add(PayloadKind.SEQUENCE_EXAMPLE, one.toByteArray());
        add(PayloadKind.SEQUENCE_EXAMPLE, other.toByteArray());

        assertThat(survey.features()).containsOnlyKeys("id");
        assertThat(survey.lists()).containsOnlyKeys("frames");
        assertThat(list("frames").records()).isEqualTo(2);
        assertThat(list("frames").fewestSteps()).isEqualTo(1);
        assertThat(list("frames").mostSteps()).isEqualTo(3);
        assertThat(list("frames").fewestValues()).isZero();
        assertThat(list("frames").mostValues()).isEqualTo(2);
    }

    @Test
    void theExamplesOfAListAreSteps() {
        add(PayloadKind.EXAMPLE_LIST, ForeignMessages.exampleListWithContext(1));
        add(PayloadKind.EXAMPLE_LIST, ForeignMessages.exampleList(2));

        assertThat(survey.features()).containsOnlyKeys("query_tokens");
        assertThat(survey.lists()).containsOnlyKeys("document_tokens", "relevance");
        assertThat(list("relevance").records()).isEqualTo(2);
        assertThat(list("relevance").fewestSteps()).isEqualTo(2);
        assertThat(list("relevance").isSingle()).isTrue();
        assertThat(list("document_tokens").isText()).isTrue();
    }

    @Test
    void theLastOccurrenceOfANameCounts() {
        byte[] noText = with("a", Feature.of(NO_TEXT, NO_TEXT)).toByteArray();
        byte[] number = with("a", Feature.of(7L)).toByteArray();
        add(PayloadKind.EXAMPLE, ForeignMessages.join(noText, number));
        add(
                PayloadKind.EXAMPLE_LIST,
                ForeignMessages.join(
                        ForeignMessages.field(1, ForeignMessages.join(noText, number)),
                        ForeignMessages.field(1, number)));

        assertThat(feature("a").kind()).isEqualTo(Kind.INT64);
        assertThat(feature("a").isSingle()).isTrue();
        assertThat(list("a").isContradictory()).isFalse();
        assertThat(list("a").mostSteps()).isEqualTo(2);
        assertThat(list("a").isText()).isTrue();
    }

    @Test
    void aMalformedMessageAddsNothing() {
        add(with("a", Feature.of(1L)));
        MessageSurvey before = new MessageSurvey().merge(survey);
        byte[] begun = with("a", Feature.of("text")).toByteArray();

        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> add(PayloadKind.EXAMPLE, ForeignMessages.join(begun, new byte[] {10, 127})));
        assertEqual(survey, before, "one message");
        add(with("a", Feature.of(2L)));

        assertThat(feature("a").records()).isEqualTo(2);
        assertThat(feature("a").isContradictory()).isFalse();
    }

    @Test
    void aContradictionNamesTheFirstRecordOfEachKind() {
        add(with("a", Feature.of(1L)));
        assertThat(add(with("a", Feature.of(2L)))).isFalse();
        assertThat(add(with("a", Feature.of(2f)))).isTrue();
        assertThat(add(with("b", Feature.of(2f)))).isFalse();
        add(with("a", Feature.of("text")));

        assertThat(feature("a").contradiction())
                .isEqualTo("int64_list in f: record 0 at offset 0, but float_list in f: record 2 at offset 80,"
                        + " but bytes_list in f: record 4 at offset 160");
    }

    @Test
    void stepsOfOneRecordCanContradictEachOther() {
        add(
                PayloadKind.SEQUENCE_EXAMPLE,
                SequenceExample.builder()
                        .put("a", Feature.of(1L), Feature.of("text"))
                        .build()
                        .toByteArray());

        assertThat(list("a").contradiction())
                .isEqualTo("bytes_list in f: record 0 at offset 0, but int64_list in f: record 0 at offset 0");
    }

    @Test
    void placesAreOrderedByFileAndRecord() {
        RecordPlace early = new RecordPlace("a", 9, 0);
        RecordPlace late = new RecordPlace("b", 1, 0);

        assertThat(early).isLessThan(late).isLessThan(new RecordPlace("a", 10, 0));
        assertThat(RecordPlace.first(late, early))
                .isSameAs(RecordPlace.first(early, late))
                .isSameAs(early);
    }

    @Test
    void anyDivisionIntoSurveysGivesEqualFacts() throws Exception {
        Rounds.run("message survey", 300, (random, name) -> {
            List<MessageSurvey> parts = new ArrayList<>();
            MessageSurvey all = new MessageSurvey();
            for (int file = 0; file < 5; file++) {
                MessageSurvey part = new MessageSurvey();
                for (int record = random.nextInt(5); record > 0; record--) {
                    byte[] message = randomMessage(random);
                    RecordPlace place = new RecordPlace("f" + file, 5 - record, 40L * (5 - record));
                    part.add(PayloadKind.SEQUENCE_EXAMPLE, PayloadKind.SEQUENCE_EXAMPLE.cursor(), message, place);
                    all.add(PayloadKind.SEQUENCE_EXAMPLE, PayloadKind.SEQUENCE_EXAMPLE.cursor(), message, place);
                }
                parts.add(part);
            }
            Collections.shuffle(parts, random);
            int cut = random.nextInt(parts.size());
            MessageSurvey merged = merged(parts.subList(cut, parts.size())).merge(merged(parts.subList(0, cut)));

            assertEqual(merged, all, name);
            assertEqual(serialized(merged), all, name);
        });
    }

    @Test
    void mergingDoesNotChangeItsParts() {
        add(with("a", Feature.of(1L)));
        MessageSurvey before = new MessageSurvey().merge(survey);
        MessageSurvey merged = survey.merge(survey);

        assertThat(merged.records()).isEqualTo(2);
        assertEqual(survey, before, "one message");
    }

    private static MessageSurvey merged(List<MessageSurvey> parts) {
        return parts.stream().reduce(new MessageSurvey(), MessageSurvey::merge);
    }

    private static MessageSurvey serialized(MessageSurvey survey) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(survey);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (MessageSurvey) in.readObject();
        }
    }

    private static void assertEqual(MessageSurvey survey, MessageSurvey expected, String name) {
        assertThat(survey.records()).as(name).isEqualTo(expected.records());
        assertThat(facts(survey.features())).as(name).isEqualTo(facts(expected.features()));
        assertThat(facts(survey.lists())).as(name).isEqualTo(facts(expected.lists()));
    }

    private static String facts(SortedMap<String, FeatureFacts> part) {
        StringBuilder text = new StringBuilder();
        part.forEach((name, facts) -> text.append(name)
                .append(": ")
                .append(List.of(
                        facts.contradiction(),
                        facts.records(),
                        facts.fewestSteps(),
                        facts.mostSteps(),
                        facts.fewestValues(),
                        facts.mostValues(),
                        facts.isSingle(),
                        facts.isText()))
                .append('\n'));
        return text.toString();
    }

    private static byte[] randomMessage(Random random) {
        ExampleBuilder context = Example.builder();
        SequenceExampleBuilder lists = SequenceExample.builder();
        for (int i = random.nextInt(4); i > 0; i--) {
            context.put("c" + random.nextInt(3), randomFeature(random));
            Feature[] steps = new Feature[random.nextInt(3)];
            Arrays.setAll(steps, step -> randomFeature(random));
            lists.put("l" + random.nextInt(3), steps);
        }
        return lists.context(context.build()).build().toByteArray();
    }

    private static Feature randomFeature(Random random) {
        int count = random.nextInt(3);
        return switch (random.nextInt(12)) {
            case 0 -> Feature.notSet();
            case 1 -> Feature.of(new float[count]);
            case 2 -> Feature.of(NO_TEXT);
            case 3, 4 -> Feature.of("text");
            default -> Feature.of(new long[count]);
        };
    }
}
