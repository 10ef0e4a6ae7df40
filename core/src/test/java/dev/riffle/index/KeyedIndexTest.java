package dev.riffle.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.example.internal.KeyHashing;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Finds records by the value of a feature. */
class KeyedIndexTest {

    private static final IndexOptions BY_ID = IndexOptions.defaults().key("id");

    @TempDir
    Path directory;

    private Path write(String name, RecordFormat format, byte[]... payloads) throws IOException {
        return Files.write(
                directory.resolve(name),
                RecordFiles.write(RecordWriterOptions.defaults().format(format), payloads));
    }

    private static byte[] example(Feature id, Dialect dialect) {
        return Example.builder()
                .put("before", 7)
                .put("id", id)
                .put("label", "x")
                .build()
                .toByteArray(dialect);
    }

    private static byte[] example(Feature id) {
        return example(id, Dialect.TENSORFLOW);
    }

    @Test
    void findsTheRecordOfAKey() throws IOException {
        Path file = write(
                "k", RecordFormat.TFRECORD, example(Feature.of("x")), example(Feature.of(7)), example(Feature.of(7)));
        try (RecordIndex index = RecordIndex.open(List.of(file), BY_ID)) {
            assertThat(index.findRecord(Bytes.ofUtf8("x"))).contains(index.get(0));
            assertThat(index.findRecord(7)).contains(index.get(1));
            assertThat(index.findRecord(8)).isEmpty();
            assertThat(index.findRecord(Bytes.ofUtf8("7")))
                    .isEqualTo(
                            index.find(Bytes.ofUtf8("7")).isPresent() ? Optional.of(index.get(1)) : Optional.empty());
        }
    }

    @Test
    void rejectsAKeyWithAHugeName() throws IOException {
        Path file = write("k", RecordFormat.TFRECORD, example(Feature.of("x")));
        IndexOptions endless = IndexOptions.defaults().key("n".repeat(70_000)).allowMissingKeys();
        IndexFile.of(file).build(endless);
        List<String> notes = new ArrayList<>();
        RecordIndex.open(List.of(file), endless.notes(notes::add)).close();
        assertThat(notes).singleElement().asString().contains("the name of the key has more than 65536 bytes");
    }

    @Test
    void findsKeysWithDuplicatesAndGaps() throws IOException {
        byte[] none = Example.builder().put("label", 3).build().toByteArray();
        Path first = write(
                "a",
                RecordFormat.TFRECORD,
                example(Feature.of("x")),
                none,
                example(Feature.of(5L)),
                example(Feature.of("x")),
                example(Feature.of("p", "q")));
        Path second = write("b", RecordFormat.TFRECORD, new byte[0], example(Feature.of("x")), example(Feature.of("")));
        for (int round = 0; round < 2; round++) {
            try (RecordIndex index = RecordIndex.open(List.of(first, second), BY_ID.writeIndexFiles())) {
                assertThat(index.findAll(Bytes.ofUtf8("x"))).containsExactly(0, 3, 6);
                assertThat(index.find(Bytes.ofUtf8("x"))).hasValue(0);
                assertThat(index.find(5)).hasValue(2);
                assertThat(index.find(Bytes.empty())).hasValue(7);
                assertThat(index.find(Bytes.ofUtf8("5"))).isEmpty();
                assertThat(index.find(Bytes.ofHex("0500000000000000"))).isEmpty();
                assertThat(index.find(Bytes.ofUtf8("p"))).isEmpty();
                assertThat(index.findAll(6)).isEmpty();
                assertThat(index.withoutKey()).isEqualTo(3);
                assertThat(index.keyKinds()).containsExactly(Kind.BYTES, Kind.INT64);
            }
        }
        assertThat(IndexFile.of(first).keyFeature()).isEqualTo(Optional.of("id"));
        IndexReport report = IndexFile.of(first).build(BY_ID);
        assertThat(report.withoutKey()).isEqualTo(2);
        assertThat(report.key()).isEqualTo(Optional.of("id"));
    }

    /** Asks with the wrong type, both after a scan and with an index file, which stores the type. */
    @ParameterizedTest
    @MethodSource("dev.riffle.BuiltInFormats#all")
    void rejectsAKeyOfAnotherTypeThanAllKeys(RecordFormat format) throws IOException {
        Dialect dialect = format == RecordFormat.OFRECORD ? Dialect.ONEFLOW : Dialect.TENSORFLOW;
        Path texts = write("texts", format, example(Feature.of("7"), dialect), example(Feature.of("x"), dialect));
        Path numbers = write("numbers", format, example(Feature.of(7L), dialect), example(Feature.of(8L), dialect));
        for (int round = 0; round < 2; round++) {
            List<String> notes = new ArrayList<>();
            IndexOptions options = BY_ID.writeIndexFiles().notes(notes::add);
            try (RecordIndex index = RecordIndex.open(List.of(texts), options)) {
                assertThat(index.keyKinds()).containsExactly(Kind.BYTES);
                assertThat(index.find(Bytes.ofUtf8("7"))).hasValue(0);
                for (ThrowingCallable asking : List.<ThrowingCallable>of(
                        () -> index.find(7), () -> index.findAll(7), () -> index.findRecord(7))) {
                    assertThatThrownBy(asking)
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessage("expected a key of kind bytes, like all values of the feature \"id\","
                                    + " found a key of kind int64: 7");
                }
            }
            try (RecordIndex index = RecordIndex.open(List.of(numbers), options)) {
                assertThat(index.keyKinds()).containsExactly(Kind.INT64);
                assertThat(index.find(8)).hasValue(1);
                assertThatThrownBy(() -> index.find(Bytes.ofUtf8("x")))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("expected a key of kind int64, like all values of the feature \"id\","
                                + " found a key of kind bytes: x");
            }
            try (RecordIndex index = RecordIndex.open(List.of(texts, numbers), options)) {
                assertThat(index.keyKinds()).containsExactly(Kind.BYTES, Kind.INT64);
                assertThat(index.findAll(7)).containsExactly(2);
                assertThat(index.findAll(Bytes.ofUtf8("7"))).containsExactly(0);
            }
            assertThat(notes).isEmpty();
        }
    }

    @Test
    void rejectsAKeyFeatureThatNoRecordHas() throws IOException {
        Path file = write("data", RecordFormat.TFRECORD, example(Feature.of("x")), example(Feature.of("y")));
        IndexOptions nosuch = IndexOptions.defaults().key("nosuch");
        String message = file + ": no record has a key: expected one bytes or int64 value of the feature \"nosuch\"";
        assertThatThrownBy(() -> RecordIndex.open(List.of(file), nosuch.writeIndexFiles()))
                .isInstanceOf(IOException.class)
                .hasMessage(message + ", found in the first record: no feature \"nosuch\";"
                        + " check the name of the feature, or allow missing keys");
        assertThatThrownBy(() -> IndexFile.of(file).build(nosuch))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(message);
        assertThat(IndexFile.of(file).path()).doesNotExist();
        for (int round = 0; round < 2; round++) {
            IndexOptions allowed = nosuch.allowMissingKeys().writeIndexFiles();
            try (RecordIndex index = RecordIndex.open(List.of(file), allowed)) {
                assertThat(index.withoutKey()).isEqualTo(2);
                assertThat(index.keyKinds()).isEmpty();
                assertThat(index.find(1)).isEmpty();
                assertThat(index.find(Bytes.ofUtf8("x"))).isEmpty();
            }
        }
        assertThat(IndexFile.of(file).path()).exists();
        assertThatThrownBy(() -> RecordIndex.open(List.of(file), nosuch))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(message);
        Path empty = write("empty", RecordFormat.TFRECORD);
        try (RecordIndex index = RecordIndex.open(List.of(empty), nosuch)) {
            assertThat(index.find(1)).isEmpty();
        }
    }

    @Test
    void rejectsAKeyFeatureOfAKindThatCannotBeAKey() throws IOException {
        Path floats = write("floats", RecordFormat.TFRECORD, example(Feature.of("x")), example(Feature.of(2.5f)));
        Path doubles = write("doubles", RecordFormat.OFRECORD, example(Feature.ofDoubles(2.5), Dialect.ONEFLOW));
        Path lists = write("lists", RecordFormat.TFRECORD, example(Feature.of("p", "q")));
        assertThatThrownBy(() -> RecordIndex.open(List.of(floats), BY_ID))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(floats + ": record 1 at offset ")
                .hasMessageEndingWith("cannot read the key \"id\": expected one bytes or int64 value;"
                        + " the feature \"id\" has 1 value in its float_list");
        assertThatThrownBy(() -> RecordIndex.open(List.of(doubles), BY_ID)).hasMessageContaining("its double_list");
        assertThatThrownBy(() -> RecordIndex.open(List.of(lists), BY_ID))
                .hasMessageContaining("found in the first record: the feature \"id\" has 2 values in its bytes_list");
        for (Path file : List.of(floats, doubles, lists)) {
            try (RecordIndex index = RecordIndex.open(List.of(file), BY_ID.allowMissingKeys())) {
                assertThat(index.withoutKey()).isEqualTo(1);
            }
        }
    }

    @Test
    void findsNothingOnceClosed() throws IOException {
        Path file = write("data", RecordFormat.TFRECORD, example(Feature.of("x")));
        RecordIndex index = RecordIndex.open(List.of(file), BY_ID);
        assertThat(index.find(Bytes.ofUtf8("absent"))).isEmpty();
        index.close();
        for (ThrowingCallable asking : List.<ThrowingCallable>of(
                () -> index.find(Bytes.ofUtf8("absent")),
                () -> index.findAll(Bytes.ofUtf8("absent")),
                () -> index.findRecord(Bytes.ofUtf8("absent")),
                () -> index.find(Bytes.ofUtf8("x")),
                () -> index.get(0))) {
            assertThatThrownBy(asking).isInstanceOf(IllegalStateException.class).hasMessage("the index is closed");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 7, Long.MIN_VALUE, -1})
    void distinguishesKeysWithEqualHashes(long hash) throws IOException {
        KeyHashing same = (kind, bytes, size) -> size % 2 == 0 ? hash : hash + 1;
        byte[][] payloads = new byte[300][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = example(i % 3 == 0 ? Feature.of((long) i) : Feature.of("k" + i / 6));
        }
        Path file = write("data", RecordFormat.TFRECORD, payloads);
        try (RecordIndex index = RecordIndex.open(List.of(file), BY_ID, same)) {
            for (int i = 0; i < payloads.length; i++) {
                if (i % 3 == 0) {
                    assertThat(index.findAll(i)).containsExactly(i);
                } else {
                    assertThat(index.findAll(Bytes.ofUtf8("k" + i / 6)))
                            .hasSize(4)
                            .contains(i);
                }
            }
            assertThat(index.find(1)).isEmpty();
            assertThat(index.find(Bytes.ofUtf8("k99"))).isEmpty();
            assertThat(index.withoutKey()).isZero();
        }
    }

    /** Finds enough random keys for the radix sort. */
    @ParameterizedTest
    @MethodSource("dev.riffle.BuiltInFormats#all")
    void findsManyRandomKeys(RecordFormat format) throws IOException {
        long seed = Rounds.seed("keyed index");
        Random random = new Random(seed);
        Dialect dialect = format == RecordFormat.OFRECORD ? Dialect.ONEFLOW : Dialect.TENSORFLOW;
        int count = 5000;
        byte[][] payloads = new byte[count][];
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long id = random.nextBoolean() ? random.nextInt(1000) : random.nextLong();
            ids.add(id);
            payloads[i] = example(Feature.of(id), dialect);
        }
        Path file = write("data", format, payloads);
        for (int round = 0; round < 2; round++) {
            try (RecordIndex index = RecordIndex.open(List.of(file), BY_ID.writeIndexFiles())) {
                for (int i = 0; i < count; i += 7) {
                    assertThat(index.find(ids.get(i))).as("seed %d", seed).hasValue(ids.indexOf(ids.get(i)));
                    assertThat(index.findAll(ids.get(i))).contains(i);
                }
            }
        }
    }

    /** Keys that exceed the memory go to a temporary file. The index file does not depend on it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void sortsMoreKeysThanFitIntoMemory(int threads) throws IOException {
        Random random = new Random(Rounds.seed("keyed index"));
        byte[][] payloads = new byte[5000][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = i % 7 == 0 ? example(Feature.of("p", "q")) : example(Feature.of((long) random.nextInt(3000)));
        }
        byte[][] equal = new byte[5000][];
        Arrays.fill(equal, example(Feature.of("x".repeat(2000))));
        Path gzip = Files.write(
                directory.resolve("data.gz"),
                RecordFiles.write(RecordWriterOptions.defaults().compression(Compression.GZIP), payloads));
        for (Path file : List.of(
                write("data", RecordFormat.TFRECORD, payloads), write("equal", RecordFormat.TFRECORD, equal), gzip)) {
            IndexFile index = IndexFile.of(file);
            IndexReport inMemory = index.build(BY_ID.threads(threads));
            byte[] expected = Files.readAllBytes(index.path());
            assertThat(index.build(BY_ID.threads(threads).keyMemory(1))).isEqualTo(inMemory);
            assertThat(index.path()).hasBinaryContent(expected);
            assertThat(index.check().kind()).isEqualTo(IndexState.Kind.FRESH);
        }
        payloads[4990] = example(Feature.of(2.5f));
        Path wrong = write("wrong", RecordFormat.TFRECORD, payloads);
        assertThatThrownBy(() -> IndexFile.of(wrong).build(BY_ID.keyMemory(1)))
                .hasMessageContaining("record 4990 at offset ");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(path -> path.getFileName().toString()).sorted())
                    .containsExactly(
                            ".data.gz.index", ".data.index", ".equal.index", "data", "data.gz", "equal", "wrong");
        }
        assertThatThrownBy(() -> BY_ID.keyMemory(0)).hasMessage("keyMemory must be positive: 0");
    }

    @Test
    void findsOneFlowInt32Keys() throws IOException {
        Path file = write("data", RecordFormat.OFRECORD, example(Feature.of(new int[] {-3}), Dialect.ONEFLOW));
        try (RecordIndex index = RecordIndex.open(List.of(file), BY_ID)) {
            assertThat(index.find(-3)).hasValue(0);
        }
    }

    @Test
    void ignoresIndexFilesWithOtherKeys() throws IOException {
        Path file = write("data", RecordFormat.TFRECORD, example(Feature.of(1L)));
        IndexFile.of(file).build(IndexOptions.defaults());
        try (RecordIndex index = RecordIndex.open(List.of(file))) {
            assertThatThrownBy(() -> index.find(1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("IndexOptions.key");
        }
        List<String> notes = new ArrayList<>();
        try (RecordIndex index =
                RecordIndex.open(List.of(file), BY_ID.writeIndexFiles().notes(notes::add))) {
            assertThat(index.find(1)).hasValue(0);
        }
        assertThat(notes).singleElement().asString().contains("no keys of the feature id");
        // Checks that keys without a request have no effect.
        notes.clear();
        try (RecordIndex index =
                RecordIndex.open(List.of(file), IndexOptions.defaults().notes(notes::add))) {
            assertThat(index.size()).isEqualTo(1);
        }
        assertThat(notes).isEmpty();
    }

    /** Checks the order of the index file, with the smallest and largest numbers. */
    @Test
    void sortsSignedAndStable() throws IOException {
        for (int count : new int[] {0, 1, 1000, 5000}) {
            long seed = Rounds.seed("keyed index");
            Random random = new Random(seed);
            long[] hashes = new long[count];
            int[] records = new int[count];
            for (int i = 0; i < count; i++) {
                hashes[i] = switch (random.nextInt(4)) {
                    case 0 -> Long.MIN_VALUE + random.nextInt(3);
                    case 1 -> Long.MAX_VALUE - random.nextInt(3);
                    case 2 -> random.nextInt(100) - 50;
                    default -> random.nextLong();
                };
                records[i] = i;
            }
            long[] before = hashes.clone();
            KeyColumn column = KeyColumn.sorted("id", 0, hashes, records);
            for (int i = 0; i < count; i++) {
                long place = column.first(before[i]);
                int last = -1;
                boolean found = false;
                for (; column.isAt(place, before[i]); place++) {
                    assertThat(column.record(place, count)).isGreaterThan(last);
                    last = column.record(place, count);
                    found |= last == i;
                }
                assertThat(found).as("seed %d", seed).isTrue();
            }
        }
    }
}
