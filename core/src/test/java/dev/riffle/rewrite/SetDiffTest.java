package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordFiles;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureList;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.rewrite.RecordDifference.Kind;
import dev.riffle.shard.RecordInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SetDiffTest {

    private final List<RecordDifference> found = new ArrayList<>();

    private static RecordInput set(byte[]... payloads) {
        return RecordInput.of(List.of(RecordFiles.source(RecordFiles.tfRecords(payloads))));
    }

    /** Returns an input whose records are compressed in several files. */
    private static RecordInput stored(byte[]... payloads) {
        List<ByteSource> sources = new ArrayList<>();
        for (int from = 0; from < payloads.length; from += 3) {
            byte[][] some = Arrays.copyOfRange(payloads, from, Math.min(from + 3, payloads.length));
            sources.add(RecordFiles.source(
                    RecordFiles.write(RecordWriterOptions.defaults().compression(Compression.GZIP), some)));
        }
        return RecordInput.of(sources);
    }

    private static byte[] animal(long id, String name) {
        return Example.of(Map.of("id", Feature.of(id), "name", Feature.of(name)))
                .toByteArray();
    }

    /** Returns the features of {@link #animal} with map entries in reverse order. */
    private static byte[] reversed(long id, String name) {
        ByteArrayOutputStream entries = new ByteArrayOutputStream();
        entries.writeBytes(entry(Example.of(Map.of("name", Feature.of(name)))));
        entries.writeBytes(entry(Example.of(Map.of("id", Feature.of(id)))));
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.write(0x0a);
        message.write(entries.size());
        message.writeBytes(entries.toByteArray());
        return message.toByteArray();
    }

    private static byte[] entry(Example example) {
        byte[] bytes = example.toByteArray();
        return Arrays.copyOfRange(bytes, 2, bytes.length);
    }

    private List<Kind> kinds() {
        return found.stream().map(RecordDifference::kind).toList();
    }

    @Test
    void ignoresCompressionAndFileBoundaries() throws IOException {
        byte[][] payloads =
                IntStream.range(0, 10).mapToObj(i -> animal(i, "a" + i)).toArray(byte[][]::new);
        SetDiff diff = SetDiff.of(set(payloads), stored(payloads));
        DiffReport equal = new DiffReport(10, 10, 10, 0, 0, 0, 0, 0, 0);
        assertThat(diff.byPosition(found::add)).isEqualTo(equal);
        assertThat(diff.byKey(List.of("id"), found::add)).isEqualTo(equal);
        assertThat(diff.asBags(found::add)).isEqualTo(equal);
        assertThat(found).isEmpty();
    }

    @Test
    void reportsReencodedFeaturesSeparately() throws IOException {
        assertThat(Example.parse(reversed(1, "ant"))).isEqualTo(Example.parse(animal(1, "ant")));
        SetDiff diff =
                SetDiff.of(set(animal(1, "ant"), animal(2, "bee")), set(reversed(1, "ant"), reversed(2, "wasp")));
        assertThat(diff.byPosition(found::add).reencoded()).isEqualTo(1);
        assertThat(diff.byKey(List.of("id"), found::add)).isEqualTo(new DiffReport(2, 2, 0, 0, 0, 1, 1, 0, 0));
        assertThat(kinds()).containsExactly(Kind.REENCODED, Kind.CHANGED, Kind.REENCODED, Kind.CHANGED);
        assertThat(diff.asBags(found::add).missing()).isEqualTo(2);
        SetDiff features = diff.comparingFeatures();
        assertThat(features.byPosition(found::add)).isEqualTo(new DiffReport(2, 2, 1, 0, 0, 1, 0, 0, 0));
        assertThat(features.byKey(List.of("id"), found::add)).isEqualTo(new DiffReport(2, 2, 1, 0, 0, 1, 0, 0, 0));
        assertThat(features.asBags(found::add)).isEqualTo(new DiffReport(2, 2, 1, 1, 1, 0, 0, 0, 0));
    }

    /**
     * Compares SequenceExamples. A parser can read a SequenceExample as an Example that has only the context features.
     */
    @Test
    void comparesSequencesCompletely() throws IOException {
        byte[] one = SequenceExample.of(Example.parse(animal(1, "ant")), Map.of("s", FeatureList.of(Feature.of(1L))))
                .toByteArray();
        byte[] other = SequenceExample.of(Example.parse(animal(1, "ant")), Map.of("s", FeatureList.of(Feature.of(2L))))
                .toByteArray();
        SetDiff diff = SetDiff.of(set(one), set(other)).comparingFeatures();
        assertThat(diff.byPosition(found::add).changed()).isEqualTo(1);
        assertThat(diff.asBags(found::add).missing()).isEqualTo(1);
    }

    @Test
    void reportsDuplicateAndMissingKeys() throws IOException {
        RecordInput left = set(animal(1, "ant"), animal(1, "bee"), animal(2, "cat"), new byte[] {1, 2, 3});
        RecordInput right = set(animal(1, "ant"), animal(2, "cat"), animal(2, "cat"), animal(3, "x"), animal(3, "y"));
        DiffReport report = SetDiff.of(left, right).byKey(List.of("id"), found::add);
        assertThat(report).isEqualTo(new DiffReport(4, 5, 2, 0, 1, 0, 0, 3, 1));
        assertThat(kinds())
                .containsExactly(
                        Kind.DUPLICATE_KEY, Kind.WITHOUT_KEY, Kind.DUPLICATE_KEY, Kind.ADDED, Kind.DUPLICATE_KEY);
        assertThat(found.get(0).left().orElseThrow().number()).isEqualTo(1);
        assertThat(found.get(2).right().orElseThrow().number()).isEqualTo(2);
    }

    @Test
    void reportsUpToTheLimitAndCountsAll() throws IOException {
        byte[][] ants = IntStream.range(0, 20).mapToObj(i -> animal(i, "ant")).toArray(byte[][]::new);
        byte[][] bees =
                IntStream.range(0, 20).mapToObj(i -> animal(19 - i, "bee")).toArray(byte[][]::new);
        SetDiff diff = SetDiff.of(set(ants), set(bees)).limit(3);
        assertThat(diff.byPosition(found::add).changed()).isEqualTo(20);
        assertThat(found).hasSize(3);
        found.clear();
        assertThat(diff.byKey(List.of("id"), found::add).changed()).isEqualTo(20);
        assertThat(found)
                .hasSize(3)
                .allMatch(one -> one.left().isPresent() && one.right().isPresent());
        found.clear();
        assertThat(diff.asBags(found::add).differences()).isEqualTo(40);
        assertThat(found).hasSize(3);
    }

    @Test
    void findsTheDifferencesOfRandomSets() throws Exception {
        Rounds.run("set diff", 200, (random, name) -> {
            byte[][] left = randomSet(random);
            byte[][] right = randomSet(random);
            Map<Bytes, Integer> balance = new HashMap<>();
            Arrays.stream(left).forEach(payload -> balance.merge(Bytes.copyOf(payload), 1, Integer::sum));
            Arrays.stream(right).forEach(payload -> balance.merge(Bytes.copyOf(payload), -1, Integer::sum));
            long missing =
                    balance.values().stream().mapToLong(n -> Math.max(n, 0)).sum();
            long added =
                    balance.values().stream().mapToLong(n -> Math.max(-n, 0)).sum();
            found.clear();
            DiffReport report = SetDiff.of(set(left), stored(right)).asBags(found::add);
            assertThat(report)
                    .as(name)
                    .isEqualTo(new DiffReport(
                            left.length, right.length, left.length - missing, missing, added, 0, 0, 0, 0));
            assertThat((long) found.size()).as(name).isEqualTo(missing + added);
            Map<Long, Bytes> first = firsts(left);
            Map<Long, Bytes> second = firsts(right);
            DiffReport keyed = SetDiff.of(set(left), stored(right)).byKey(List.of("id"), found::add);
            long both = first.keySet().stream().filter(second::containsKey).count();
            long equal = first.entrySet().stream()
                    .filter(entry -> entry.getValue().equals(second.get(entry.getKey())))
                    .count();
            assertThat(keyed)
                    .as(name)
                    .isEqualTo(new DiffReport(
                            left.length,
                            right.length,
                            equal,
                            first.size() - both,
                            second.size() - both,
                            both - equal,
                            0,
                            left.length - first.size() + right.length - second.size(),
                            0));
        });
    }

    private static byte[][] randomSet(Random random) {
        return IntStream.range(0, random.nextInt(60))
                .mapToObj(i -> animal(random.nextInt(50), "n" + random.nextInt(2)))
                .toArray(byte[][]::new);
    }

    private static Map<Long, Bytes> firsts(byte[]... payloads) {
        Map<Long, Bytes> firsts = new HashMap<>();
        for (byte[] payload : payloads) {
            firsts.putIfAbsent(Example.parse(payload).feature("id").longValue(), Bytes.copyOf(payload));
        }
        return firsts;
    }

    @Test
    void failsAtDamage() {
        byte[] file = RecordFiles.tfRecords(animal(1, "ant"));
        file[15] ^= 1;
        RecordInput damaged = RecordInput.of(List.of(RecordFiles.source(file)));
        assertThatThrownBy(() -> SetDiff.of(damaged, damaged).byPosition(found::add))
                .isInstanceOf(CorruptRecordException.class);
        assertThatThrownBy(() -> SetDiff.of(damaged, damaged).asBags(found::add))
                .isInstanceOf(CorruptRecordException.class);
    }

    @Test
    void rejectsNoKeyAndNegativeLimits() {
        assertThatThrownBy(() -> SetDiff.of(set(), set()).byKey(List.of(), found::add))
                .hasMessage("features must not be empty");
        assertThatThrownBy(() -> SetDiff.of(set(), set()).limit(-1)).hasMessage("differences must not be negative: -1");
    }

    /** Adds many digests, so that the table grows several times. */
    @Test
    void keepsAllDigestsInTheTable() {
        Random random = new Random(1);
        DigestTable table = DigestTable.withNumbers();
        long[] highs = random.longs(200_000).toArray();
        for (int i = 0; i < highs.length; i++) {
            table.put(highs[i], highs[i] * 31, i);
        }
        for (int i = 0; i < highs.length; i++) {
            assertThat(table.value(table.find(highs[i], highs[i] * 31))).isEqualTo(i);
            assertThat(table.find(highs[i], highs[i] * 31 + 1)).isEqualTo(-1);
        }
        table.put(0, 0, 7);
        assertThat(table.value(table.find(0, 0))).isEqualTo(7);
    }
}
