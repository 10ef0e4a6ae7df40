package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureException;
import dev.riffle.example.FeatureWarning;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which records have partitions that do not fit their values. */
class InconsistentRowsTest {

    private final List<FeatureWarning> warnings = new ArrayList<>();

    private ExampleParser parser(String specs) {
        return ExampleParser.compile(FeatureSpecs.parse(specs)).warnings(warnings::add);
    }

    private static Bytes message(int values, long... numbers) {
        return Example.builder()
                .put("v", LongStream.range(0, values).toArray())
                .put("p", numbers)
                .build()
                .toBytes();
    }

    private static long[] numbers(String text) {
        return new Scanner(text).tokens().mapToLong(Long::parseLong).toArray();
    }

    @ParameterizedTest
    @CsvSource({
        // partition, numbers for 3 values, whether they fit
        "lengths, '1 2', true",
        "lengths, '3 0', true",
        "lengths, '1 1', false",
        "lengths, '4 -1', false",
        "lengths, '', false",
        "splits, '0 1 3', true",
        "splits, '0 3 1 3', false",
        "splits, '1 3', false",
        "splits, '0 2', false",
        "splits, '', false",
        "limits, '1 3', true",
        "limits, '1 4', false",
        "limits, '', false",
        "starts, '0 2', true",
        "starts, '0 3', true",
        "starts, '0 4', false",
        "starts, '1 2', false",
        "starts, '', false",
        "rowids, '0 0 2', true",
        "rowids, '1 0 1', false",
    })
    void checksEachKindOfPartition(String partition, String numbers, boolean fits) {
        String spec = "v:ragged(int64, " + partition + "=p)";
        Bytes good = message(0);
        Bytes tested = message(3, numbers(numbers));
        assertThat(parser(spec).parse(List.of(good, tested, good)).inconsistentRows("v"))
                .isEqualTo(fits ? new int[0] : new int[] {1});
        assertThat(parser(spec).parse(tested).inconsistentRows("v")).isEqualTo(fits ? new int[0] : new int[] {0});
    }

    @Test
    void reportsTheFirstBatchOnceAndCountsEach() {
        ExampleParser parser = parser("v:ragged(int64, lengths=p)");
        Bytes good = message(2, 1, 1);
        Bytes bad = message(2, 1);
        assertThat(parser.parse(List.of(good, good)).inconsistentRows("v")).isEmpty();
        assertThat(warnings).isEmpty();
        ParsedFeatures batch = parser.newBatch();
        for (int i = 0; i < 2; i++) {
            parser.parse(PayloadBatch.of(List.of(good, bad, good, bad)), batch);
            assertThat(batch.inconsistentRows("v")).containsExactly(1, 3);
        }
        parser.parse(PayloadBatch.of(List.of(good)), batch);
        assertThat(batch.inconsistentRows("v")).isEmpty();
        assertThat(warnings)
                .extracting(FeatureWarning::message)
                .containsExactly("the partitions of feature \"v\" do not fit its values in 2 of 4 records, first in"
                        + " record 1 of the batch; parse the values as VarLen, or correct the partition in the spec or"
                        + " the data");
    }

    @Test
    void findsRecordsWhoseErrorsCancelOut() {
        ParsedFeatures parsed = parser("v:ragged(int64, lengths=p, validate), u:ragged(int64, value=p, uniform=2)")
                .parse(List.of(message(3, 1), message(1, 3), message(2, 1, 1)));
        assertThat(parsed.inconsistentRows("v")).containsExactly(0, 1);
        assertThat(parsed.inconsistentRows("u")).containsExactly(0, 1);
    }

    @Test
    void checksAllLevelsOfPartitions() {
        ExampleParser parser = parser("v:ragged(int64, lengths=q, lengths=p)");
        Bytes good = Example.builder()
                .put("v", 1, 2, 3)
                .put("p", 1, 2)
                .put("q", 2)
                .build()
                .toBytes();
        Bytes bad = Example.builder()
                .put("v", 1, 2, 3)
                .put("p", 1, 2)
                .put("q", 1)
                .build()
                .toBytes();
        assertThat(parser.parse(List.of(bad, good)).inconsistentRows("v")).containsExactly(0);
        assertThat(parser.parse(bad).inconsistentRows("v")).containsExactly(0);
        assertThat(parser.parse(good).inconsistentRows("v")).isEmpty();
    }

    @Test
    void checksTheStepsOfLists() {
        SequenceExampleParser parser = SequenceExampleParser.compile(
                        SequenceFeatureSpecs.parse("lists(v:ragged(int64, lengths=p))"))
                .warnings(warnings::add);
        Bytes good = SequenceExample.builder()
                .put("v", Feature.of(1, 2), Feature.of(3))
                .put("p", Feature.of(1, 1), Feature.of(1))
                .build()
                .toBytes();
        Bytes short1 = SequenceExample.builder()
                .put("v", Feature.of(1, 2), Feature.of(3))
                .put("p", Feature.of(1, 1))
                .build()
                .toBytes();
        Bytes wrong = SequenceExample.builder()
                .put("v", Feature.of(1, 2), Feature.of(3))
                .put("p", Feature.of(1, 1), Feature.of(2))
                .build()
                .toBytes();
        ParsedFeatures lists = parser.parse(List.of(good, short1, good, wrong)).featureLists();
        assertThat(lists.inconsistentRows("v")).containsExactly(1, 3);
        assertThat(parser.parse(wrong).featureLists().inconsistentRows("v")).containsExactly(0);
        assertThat(warnings).hasSize(1);
    }

    @Test
    void namesThePayloadOfASkippingParser() {
        List<ExampleParseException> skipped = new ArrayList<>();
        ExampleParser parser = parser("v:ragged(int64, lengths=p)").skipping(skipped::add);
        Bytes other = Example.builder().put("v", "text").build().toBytes();
        ParsedFeatures parsed = parser.parse(PayloadBatch.of(List.of(other, message(2, 1)), List.of("a", "b")));
        assertThat(parsed.inconsistentRows("v")).containsExactly(0);
        assertThat(skipped).hasSize(1);
        assertThat(warnings.get(0).found()).endsWith("in 1 of 1 record, first in b: record 1 of the batch");
    }

    @Test
    void rejectsUnknownFeatures() {
        ParsedFeatures parsed = parser("v:int64*").parse(message(1));
        assertThat(parsed.inconsistentRows("v")).isEmpty();
        assertThatThrownBy(() -> parsed.inconsistentRows("w")).isInstanceOf(FeatureException.class);
    }

    @Test
    void agreesWithTheChecksOfSingleMessages() throws Exception {
        List<String> kinds = List.of("lengths", "limits", "starts", "rowids");
        Rounds.run("InconsistentRowsTest", 300, (random, name) -> {
            String kind = kinds.get(random.nextInt(kinds.size()));
            List<Bytes> messages = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                int values = random.nextInt(4);
                // TensorFlow's check of starts accepts values without any start.
                int size = kind.equals("rowids") ? values : random.nextInt(kind.equals("starts") ? 1 : 0, 4);
                messages.add(message(values, random.longs(size, 0, 4).toArray()));
            }
            ExampleParser loose = parser("v:ragged(int64, " + kind + "=p)");
            ExampleParser strict = parser("v:ragged(int64, " + kind + "=p, validate)");
            List<Integer> expected = new ArrayList<>();
            for (int i = 0; i < messages.size(); i++) {
                try {
                    strict.parse(messages.get(i));
                } catch (ExampleParseException e) {
                    expected.add(i);
                }
            }
            assertThat(loose.parse(messages).inconsistentRows("v"))
                    .as(name)
                    .containsExactly(expected.stream().mapToInt(i -> i).toArray());
        });
    }
}
