package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.riffle.Rounds;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.example.Feature;
import dev.riffle.example.OddWires;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.SequenceExampleBuilder;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Parses random and hostile batches with a parser that skips bad records. The parser must not throw: it returns a row
 * for each payload or rejects the payload. A parser must also reject each rejected payload alone. The rows must equal
 * those of a batch without the rejected payloads.
 */
class SkippingParserTest {

    private static final int ROUNDS = 1000;

    private static final long[] EXTREMES = {
        -1,
        127,
        (1L << 20) - 1,
        1L << 20,
        1L << 30,
        Integer.MAX_VALUE - 1,
        Integer.MAX_VALUE,
        1L << 31,
        (1L << 31) + 1,
        1L << 32,
        (1L << 32) + 1,
        1L << 40,
        1L << 62,
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE,
        Integer.MIN_VALUE,
        Integer.MIN_VALUE - 1L,
        -(1L << 62),
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1
    };

    /** Holds the number of rows of a batch, the payload index of each row, and the tensors. */
    private record Rows(int size, IntUnaryOperator payloadIndexes, Object tensors) {}

    /** Parses payloads. Reports rejected payloads to the listener, or throws if there is none. */
    private interface Parsing extends BiFunction<List<Bytes>, Optional<Consumer<ExampleParseException>>, Rows> {}

    @Test
    void skipsRandomExamples() {
        Random random = new Random(Rounds.seed("SkippingParserTest Examples"));
        for (Dialect dialect : Dialect.values()) {
            ParsedSpecs specs = new ParsedSpecs(random, dialect);
            FittingMessages messages = new FittingMessages(random, dialect, 15, 20);
            OddWires odd = new OddWires(random);
            for (int i = 0; i < Rounds.count(ROUNDS); i++) {
                Map<String, FeatureSpec> wanted = specs.example();
                check(wanted, examples(FeatureSpecs.of(wanted), dialect, random), payloads(random, () -> {
                    byte[] message = messages.example(wanted);
                    return Bytes.ofOwned(random.nextInt(8) == 0 ? odd.damaged(message) : message);
                }));
            }
        }
    }

    @Test
    void skipsRandomSequenceExamples() {
        Random random = new Random(Rounds.seed("SkippingParserTest SequenceExamples"));
        ParsedSpecs specs = new ParsedSpecs(random, Dialect.TENSORFLOW);
        FittingMessages messages = new FittingMessages(random, Dialect.TENSORFLOW, 15, 20);
        OddWires odd = new OddWires(random);
        for (int i = 0; i < Rounds.count(ROUNDS); i++) {
            SequenceFeatureSpecs wanted =
                    new SequenceFeatureSpecs(FeatureSpecs.of(specs.context()), FeatureSpecs.of(specs.featureLists()));
            check(wanted, sequenceExamples(wanted, random), payloads(random, () -> {
                byte[] message = messages.sequenceExample(
                        wanted.context().asMap(), wanted.featureLists().asMap());
                return Bytes.ofOwned(random.nextInt(8) == 0 ? odd.damaged(message) : message);
            }));
        }
    }

    @Test
    void skipsExamplesWithExtremePartitions() throws Exception {
        Rounds.run("SkippingParserTest extreme Examples", 5 * ROUNDS, (random, name) -> {
            Map<String, FeatureSpec> wanted = Map.of("a", partitioned(random));
            check(
                    wanted,
                    examples(FeatureSpecs.of(wanted), Dialect.TENSORFLOW, random),
                    payloads(random, () -> extremeExample(random)));
        });
    }

    @Test
    void skipsSequenceExamplesWithExtremePartitions() throws Exception {
        Rounds.run("SkippingParserTest extreme SequenceExamples", 5 * ROUNDS, (random, name) -> {
            SequenceFeatureSpecs wanted = new SequenceFeatureSpecs(
                    FeatureSpecs.of(Map.of()), FeatureSpecs.of(Map.of("a", partitioned(random))));
            check(wanted, sequenceExamples(wanted, random), payloads(random, () -> extremeLists(random)));
        });
    }

    // ---------------------------------------------------------------- checks

    private static void check(Object specs, Parsing parsing, List<Bytes> payloads) {
        String words = ExampleParserInteropTest.words(
                "skipping", specs, payloads.stream().map(Bytes::toByteArray).toList());
        List<ExampleParseException> rejected = new ArrayList<>();
        Rows rows;
        try {
            rows = parsing.apply(payloads, Optional.of(rejected::add));
        } catch (RuntimeException e) {
            throw new AssertionError("threw: " + words, e);
        }
        List<Integer> out =
                rejected.stream().map(ExampleParseException::batchIndex).toList();
        assertThat(out).as(words).isSorted().doesNotHaveDuplicates().allMatch(i -> i >= 0 && i < payloads.size());
        assertThat(rows.size() + out.size()).as(words).isEqualTo(payloads.size());
        List<Integer> in = IntStream.range(0, payloads.size())
                .boxed()
                .filter(i -> !out.contains(i))
                .toList();
        assertThat(IntStream.range(0, rows.size())
                        .map(rows.payloadIndexes())
                        .boxed()
                        .toList())
                .as(words)
                .isEqualTo(in);
        for (ExampleParseException bad : rejected) {
            if (bad.remedy().equals(PartitionNumbers.REMEDY)) {
                continue; // Partitions can be valid alone, but invalid after those of earlier records.
            }
            Bytes payload = payloads.get(bad.batchIndex());
            Throwable alone = catchThrowable(() -> parsing.apply(List.of(payload), Optional.empty()));
            assertThat(alone)
                    .as("%s alone, rejected in the batch: %s; %s", payload.hex(), bad.getMessage(), words)
                    .isInstanceOf(ExampleParseException.class);
        }
        List<Bytes> kept = in.stream().map(payloads::get).toList();
        if (kept.isEmpty()) {
            return; // An empty batch is an error if a context feature is required.
        }
        assertThat(alone(parsing, kept, words)).as(words).isEqualTo(rows.tensors());
    }

    private static Object alone(Parsing parsing, List<Bytes> kept, String words) {
        try {
            return parsing.apply(kept, Optional.empty()).tensors();
        } catch (ExampleParseException e) {
            throw new AssertionError("rejected a kept payload: " + words, e);
        }
    }

    private static Parsing examples(FeatureSpecs specs, Dialect dialect, Random random) {
        ExampleParser parser = ExampleParser.compile(specs, dialect).threads(1 + random.nextInt(2));
        boolean refills = random.nextBoolean();
        return (payloads, listener) -> {
            ExampleParser used = listener.map(parser::skipping).orElse(parser);
            ParsedFeatures parsed =
                    refills ? used.parse(PayloadBatch.of(payloads), used.newBatch()) : used.parse(payloads);
            return new Rows(parsed.size(), parsed::payloadIndexAt, parsed.asMap());
        };
    }

    private static Parsing sequenceExamples(SequenceFeatureSpecs specs, Random random) {
        SequenceExampleParser parser = SequenceExampleParser.compile(specs).threads(1 + random.nextInt(2));
        boolean refills = random.nextBoolean();
        return (payloads, listener) -> {
            SequenceExampleParser used = listener.map(parser::skipping).orElse(parser);
            ParsedSequenceFeatures parsed =
                    refills ? used.parse(PayloadBatch.of(payloads), used.newBatch()) : used.parse(payloads);
            return new Rows(
                    parsed.size(),
                    parsed::payloadIndexAt,
                    List.of(parsed.context().asMap(), parsed.featureLists().asMap(), parsed.lengths()));
        };
    }

    // ---------------------------------------------------------------- batches

    private static List<Bytes> payloads(Random random, Supplier<Bytes> one) {
        int count = 1 + random.nextInt(6);
        return IntStream.range(0, count).mapToObj(i -> one.get()).toList();
    }

    private static FeatureSpec partitioned(Random random) {
        List<Partition> partitions = new ArrayList<>();
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            int kind = random.nextInt(PartitionKind.values().length + 1);
            partitions.add(
                    kind == PartitionKind.values().length
                            ? new Partition.UniformRowLength(1 + random.nextInt(3))
                            : PartitionKind.values()[kind].partition("p" + i));
        }
        return new FeatureSpec.Ragged(
                DType.INT64,
                Optional.of("v"),
                partitions,
                random.nextBoolean() ? DType.INT32 : DType.INT64,
                random.nextBoolean() ? FeatureSpec.Validation.ON : FeatureSpec.Validation.OFF);
    }

    private static Bytes extremeExample(Random random) {
        ExampleBuilder example = Example.builder();
        extremeFeatures(random).forEach((key, feature) -> example.put(key, feature));
        return example.build().toBytes();
    }

    private static Bytes extremeLists(Random random) {
        Map<String, List<Feature>> lists = new LinkedHashMap<>();
        for (int step = random.nextInt(3); step >= 0; step--) {
            extremeFeatures(random)
                    .forEach((key, feature) ->
                            lists.computeIfAbsent(key, k -> new ArrayList<>()).add(feature));
        }
        SequenceExampleBuilder example = SequenceExample.builder();
        lists.forEach((key, steps) -> example.put(key, steps));
        return example.build().toBytes();
    }

    /**
     * Returns features with values and partitions. The partitions contain small numbers that are often valid, and
     * numbers that are never valid.
     */
    private static Map<String, Feature> extremeFeatures(Random random) {
        Map<String, Feature> features = new LinkedHashMap<>();
        features.put("v", Feature.of(new long[random.nextInt(5)]));
        int extremeRate = 1 << random.nextInt(5);
        for (String key : List.of("p1", "p2")) {
            long[] numbers = random.longs(random.nextInt(5), 0, 4).toArray();
            if (random.nextBoolean() && numbers.length > 0) {
                numbers[0] = 0;
            }
            if (random.nextBoolean()) {
                Arrays.sort(numbers);
            }
            for (int i = 0; i < numbers.length; i++) {
                if (random.nextInt(extremeRate) == 0) {
                    numbers[i] = extreme(random, numbers[i]);
                }
            }
            if (random.nextInt(10) > 0) {
                features.put(key, Feature.of(numbers));
            }
        }
        return features;
    }

    /** Returns a number that is invalid in a partition. Its lower 32 bits sometimes equal a valid number. */
    private static long extreme(Random random, long right) {
        return random.nextInt(4) == 0
                ? right + (1L << 32 + random.nextInt(32))
                : EXTREMES[random.nextInt(EXTREMES.length)];
    }
}
