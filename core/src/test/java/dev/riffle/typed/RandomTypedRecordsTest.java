package dev.riffle.typed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureList;
import dev.riffle.example.Kind;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.OddWires;
import dev.riffle.example.RandomMessages;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Random and damaged messages: a codec must agree with {@link Example} and {@link SequenceExample}. */
class RandomTypedRecordsTest {

    private static final int ROUNDS = 10_000;
    private static final String LONG_NAME =
            "a name of more than sixty-four bytes, which no cache of names keeps for the next message";

    public record Lists(
            Optional<long[]> a,
            Optional<List<Long>> aa,
            Optional<float[]> b,
            Optional<List<Bytes>> label,
            @FeatureName("image/encoded") Optional<Bytes> encoded,
            Optional<Long> image,
            @FeatureName("\u00e9") Optional<Float> accent,
            @FeatureName("\u65e5\u672c") Optional<List<Float>> japan,
            @FeatureName("\ud83d\ude42") Optional<byte[][]> face,
            @FeatureName(LONG_NAME) Optional<long[]> longName) {}

    public record Steps(
            Optional<List<List<Long>>> a,
            @FeatureName("aa") Optional<List<float[]>> floats,
            Optional<List<List<Bytes>>> label,
            @FeatureName("x y") Optional<List<Long>> context) {}

    public record Ten(
            long user,
            int age,
            boolean paid,
            float score,
            String page,
            Bytes id,
            long[] seen,
            float[] vector,
            List<String> tags,
            Optional<Long> parent) {}

    private static final RecordCodec<Lists> LISTS = RecordCodec.of(Lists.class);
    private static final RecordCodec<Steps> STEPS = RecordCodec.of(Steps.class);
    private static final RecordCodec<Ten> TEN = RecordCodec.of(Ten.class);

    // ---------------------------------------------------------------- messages to records

    /** Thrown when an Example does not fit a record. */
    private static final class Unfit extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static Optional<Feature> find(Example example, String name, Kind kind) {
        Optional<Feature> feature = example.find(name).filter(found -> found.kind() != Kind.NOT_SET);
        if (feature.isPresent() && feature.get().kind() != kind) {
            throw new Unfit();
        }
        return feature;
    }

    private static <V> Optional<V> only(Example example, String name, Kind kind, Function<Feature, V> value) {
        Optional<Feature> feature = find(example, name, kind);
        if (feature.isPresent() && feature.get().size() != 1) {
            throw new Unfit();
        }
        return feature.map(value);
    }

    private static List<Object> values(Optional<Feature> feature) {
        return feature.map(Feature::values).orElse(List.of(feature));
    }

    /** Returns the values of all features of {@link Lists}, by way of an Example. */
    private static List<Object> expectedLists(byte[] message) {
        Example example = Example.parse(message);
        // A codec rejects a message without features that resembles a SequenceExample.
        if (example.names().isEmpty()
                && PayloadKind.EXAMPLE
                        .misread(ByteBuffer.wrap(message))
                        .equals(Optional.of(PayloadKind.SEQUENCE_EXAMPLE))) {
            throw new Unfit();
        }
        List<Object> all = new ArrayList<>();
        all.add(values(find(example, "a", Kind.INT64)));
        all.add(values(find(example, "aa", Kind.INT64)));
        all.add(values(find(example, "b", Kind.FLOAT)));
        all.add(values(find(example, "label", Kind.BYTES)));
        all.add(only(example, "image/encoded", Kind.BYTES, Feature::bytesValue));
        all.add(only(example, "image", Kind.INT64, Feature::longValue));
        all.add(only(example, "\u00e9", Kind.FLOAT, Feature::floatValue));
        all.add(values(find(example, "\u65e5\u672c", Kind.FLOAT)));
        all.add(values(find(example, "\ud83d\ude42", Kind.BYTES)));
        all.add(values(find(example, LONG_NAME, Kind.INT64)));
        return all;
    }

    private static List<Object> actualLists(Lists record) {
        List<Object> all = new ArrayList<>();
        all.add(values(record.a().map(Feature::of)));
        all.add(record.aa().<Object>map(list -> list).orElse(List.of(Optional.empty())));
        all.add(values(record.b().map(Feature::of)));
        all.add(record.label().<Object>map(list -> list).orElse(List.of(Optional.empty())));
        all.add(record.encoded());
        all.add(record.image());
        all.add(record.accent());
        all.add(record.japan().<Object>map(list -> list).orElse(List.of(Optional.empty())));
        all.add(values(record.face().map(Feature::of)));
        all.add(values(record.longName().map(Feature::of)));
        return all;
    }

    private static List<Object> steps(SequenceExample example, String name, Kind kind) {
        Optional<FeatureList> list = example.find(name);
        if (list.isEmpty()) {
            return List.of(Optional.empty());
        }
        List<Object> steps = new ArrayList<>();
        for (Feature step : list.get()) {
            if (step.kind() != kind && step.kind() != Kind.NOT_SET) {
                throw new Unfit();
            }
            steps.add(step.values());
        }
        return steps;
    }

    private static List<Object> expectedSteps(byte[] message) {
        SequenceExample example = SequenceExample.parse(message);
        return List.of(
                steps(example, "a", Kind.INT64),
                steps(example, "aa", Kind.FLOAT),
                steps(example, "label", Kind.BYTES),
                values(find(example.context(), "x y", Kind.INT64)));
    }

    private static List<Object> actualSteps(Steps record) {
        List<Object> missing = List.of(Optional.empty());
        return List.of(
                record.a().<Object>map(list -> list).orElse(missing),
                record.floats()
                        .<Object>map(list -> list.stream()
                                .map(floats -> Feature.of(floats).values())
                                .toList())
                        .orElse(missing),
                record.label().<Object>map(list -> list).orElse(missing),
                record.context().<Object>map(list -> list).orElse(missing));
    }

    /** Returns the result of an action, or the class of its exception. */
    private static Object outcome(Function<byte[], Object> action, byte[] message) {
        try {
            return action.apply(message);
        } catch (Unfit e) {
            return TypedRecordException.class;
        } catch (TypedRecordException | MalformedMessageException e) {
            return e.getClass();
        }
    }

    /** Returns the message as a part of larger bytes. */
    private static Bytes part(byte[] message) {
        byte[] padded = new byte[message.length + 20];
        Arrays.fill(padded, (byte) -1);
        System.arraycopy(message, 0, padded, 7, message.length);
        return Bytes.ofOwned(padded).slice(7, 7 + message.length);
    }

    private static void checkLists(byte[] message, String name) {
        Object expected = outcome(RandomTypedRecordsTest::expectedLists, message);

        assertThat(outcome(bytes -> actualLists(LISTS.decode(bytes)), message))
                .as(name)
                .isEqualTo(expected);
        assertThat(outcome(bytes -> actualLists(LISTS.decode(part(bytes))), message))
                .as(name)
                .isEqualTo(expected);
    }

    private static void checkSteps(byte[] message, String name) {
        Object expected = outcome(RandomTypedRecordsTest::expectedSteps, message);

        assertThat(outcome(bytes -> actualSteps(STEPS.decode(bytes)), message))
                .as(name)
                .isEqualTo(expected);
        assertThat(outcome(bytes -> actualSteps(STEPS.decode(part(bytes))), message))
                .as(name)
                .isEqualTo(expected);
    }

    @Test
    void usualMessages() throws Exception {
        Rounds.run("RandomTypedRecords.usual", ROUNDS, (random, name) -> {
            RandomMessages messages = new RandomMessages(random);
            checkLists(messages.example(Dialect.TENSORFLOW).toByteArray(), name);
            checkSteps(messages.sequenceExample().toByteArray(), name);
        });
    }

    @Test
    void unusualAndDamagedMessages() throws Exception {
        Rounds.run("RandomTypedRecords.unusual", ROUNDS, (random, name) -> {
            OddWires wires = new OddWires(random);
            byte[] example = wires.example(Dialect.TENSORFLOW);
            byte[] sequence = wires.sequenceExample();
            checkLists(example, name);
            checkSteps(sequence, name);
            checkLists(wires.damaged(example), name);
            checkSteps(wires.damaged(sequence), name);
            checkLists(
                    wires.damaged(new RandomMessages(random)
                            .example(Dialect.TENSORFLOW)
                            .toByteArray()),
                    name);
        });
    }

    // ---------------------------------------------------------------- records to messages

    private static Ten ten(Random random) {
        long[] seen = random.longs(random.nextInt(5)).map(l -> l >> (l & 63)).toArray();
        float[] vector = new float[random.nextInt(100)];
        for (int i = 0; i < vector.length; i++) {
            vector[i] = (float) random.nextGaussian();
        }
        byte[] id = new byte[random.nextInt(200)];
        random.nextBytes(id);
        List<String> tags =
                random.ints(random.nextInt(4)).mapToObj(i -> "t\u00e4g" + i).toList();
        return new Ten(
                random.nextLong() >> random.nextInt(64),
                random.nextInt(),
                random.nextBoolean(),
                random.nextFloat(),
                "p".repeat(random.nextInt(300)),
                Bytes.ofOwned(id),
                seen,
                vector,
                tags,
                random.nextBoolean() ? Optional.empty() : Optional.of(random.nextLong()));
    }

    private static Example example(Ten ten) {
        var builder = Example.builder()
                .put(
                        "tags",
                        Feature.ofBytes(ten.tags().stream().map(Bytes::ofUtf8).toList()))
                .put("user", ten.user())
                .put("age", ten.age())
                .put("paid", ten.paid())
                .put("score", ten.score())
                .put("page", ten.page())
                .put("id", ten.id())
                .put("seen", ten.seen())
                .put("vector", ten.vector());
        ten.parent().ifPresent(parent -> builder.put("parent", parent.longValue()));
        return builder.build();
    }

    @Test
    void randomRecordsHaveTheBytesOfTheBuilder() throws Exception {
        Rounds.run("RandomTypedRecords.records", ROUNDS, (random, name) -> {
            Ten record = ten(random);

            Bytes message = TEN.encode(record);

            assertThat(message).as(name).isEqualTo(example(record).toBytes());
            assertThat(TEN.decode(message))
                    .as(name)
                    .usingRecursiveComparison()
                    .withEqualsForType(Bytes::equals, Bytes.class)
                    .isEqualTo(record);
        });
    }

    // ---------------------------------------------------------------- damage

    @Test
    void messagesCutAtEveryOffset() {
        Random random = new Random(Rounds.seed("RandomTypedRecords.cut"));
        for (int i = 0; i < Rounds.count(50); i++) {
            byte[] message = TEN.encode(ten(random)).toByteArray();
            for (int size = 0; size < message.length; size++) {
                byte[] cut = Arrays.copyOf(message, size);
                Object found = outcome(TEN::decode, cut);
                Object parsed = outcome(Example::parse, cut);

                assertThat(found)
                        .isEqualTo(parsed == MalformedMessageException.class ? parsed : TypedRecordException.class);
            }
        }
    }

    @Test
    void messagesWithEveryByteChanged() {
        Random random = new Random(Rounds.seed("RandomTypedRecords.changed"));
        for (int i = 0; i < Rounds.count(20); i++) {
            byte[] message = TEN.encode(ten(random)).toByteArray();
            for (int at = 0; at < message.length; at++) {
                byte[] changed = message.clone();
                changed[at] ^= (byte) (1 << random.nextInt(8));
                Object found = outcome(TEN::decode, changed);
                Object parsed = outcome(Example::parse, changed);

                assertThat(found == MalformedMessageException.class)
                        .isEqualTo(parsed == MalformedMessageException.class);
                if (found instanceof Ten record) {
                    assertThat(TEN.encode(record)).isEqualTo(example(record).toBytes());
                }
            }
        }
    }

    @Test
    void randomBytes() throws Exception {
        Rounds.run("RandomTypedRecords.bytes", ROUNDS, (random, name) -> {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            if (bytes.length > 2) {
                bytes[0] = 10;
                bytes[1] = (byte) (bytes.length - 2);
            }
            checkLists(bytes, name);
            checkSteps(bytes, name);
        });
    }
}
