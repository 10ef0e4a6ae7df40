package dev.riffle.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.InPlaceChange;
import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.internal.KeyHashing;
import dev.riffle.index.IndexState.Kind;
import dev.riffle.io.BilledSource;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Uses index files whose data files have the same size, time and samples, but a different change time. */
class UnprovenIndexTest {

    private static final int COUNT = 60_000;

    /** The records that a test puts in another order. No sample of the fingerprint is among them. */
    private static final int FIRST = 50_000;

    private static final int END = FIRST + 50;

    static final IndexOptions BY_ID = IndexOptions.defaults().key("id");

    @TempDir
    Path directory;

    private final List<String> notes = new ArrayList<>();

    static Bytes key(int record) {
        return Bytes.ofUtf8(String.format("key %06d", record));
    }

    /** Returns the payload of a record; all payloads have the same size. */
    static byte[] payload(int record, RecordFormat format) {
        return Example.builder()
                .put("id", key(record).utf8())
                .put("text", "x".repeat(250))
                .build()
                .toByteArray(format == RecordFormat.TFRECORD ? Dialect.TENSORFLOW : Dialect.ONEFLOW);
    }

    static byte[] frames(RecordFormat format, List<Integer> records) {
        byte[][] payloads =
                records.stream().map(record -> payload(record, format)).toArray(byte[][]::new);
        return RecordFiles.write(RecordWriterOptions.defaults().format(format), payloads);
    }

    static List<Integer> numbers(int from, int to) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = from; i < to; i++) {
            numbers.add(i);
        }
        return numbers;
    }

    static List<Integer> reversed(int from, int to) {
        List<Integer> numbers = numbers(from, to);
        Collections.reverse(numbers);
        return numbers;
    }

    private Path indexed(RecordFormat format) throws IOException {
        Path file = Files.write(directory.resolve("data"), frames(format, numbers(0, COUNT)));
        IndexFile.of(file).build(BY_ID);
        assertThat(IndexFile.of(file).check()).isEqualTo(new IndexState(Kind.FRESH, ""));
        assertThat(IndexFile.of(file).verify(BY_ID)).isEqualTo(new IndexState(Kind.FRESH, ""));
        return file;
    }

    /** Puts records in another order in place. */
    private static void reorder(Path file, RecordFormat format) throws IOException {
        byte[] frames = frames(format, reversed(FIRST, END));
        InPlaceChange.write(file, (long) FIRST * frames.length / (END - FIRST), frames);
        IndexState state = IndexFile.of(file).check();
        assertThat(state.kind()).isEqualTo(Kind.UNPROVEN);
        assertThat(state.reason()).startsWith("the change time or the inode of the file differs");
    }

    static void assertStale(Path file, ThrowingCallable call) {
        assertThatExceptionOfType(StaleIndexException.class)
                .isThrownBy(call)
                .withMessageStartingWith(IndexFile.of(file).path() + ": stale: " + file + ": ")
                .withMessageEndingWith("; build the index again (riffle index --rebuild, IndexFile.build)")
                .satisfies(e -> {
                    assertThat(e.source()).isEqualTo(file.toString());
                    assertThat(e.getMessage()).contains(e.difference());
                });
    }

    @ParameterizedTest
    @MethodSource("dev.riffle.BuiltInFormats#all")
    void proveTheirAnswers(RecordFormat format) throws IOException {
        Path file = indexed(format);
        reorder(file, format);
        assertThat(IndexFile.of(file).verify(BY_ID.threads(2)))
                .isEqualTo(new IndexState(Kind.STALE, "the payloads of records have changed"));
        try (RecordIndex index = RecordIndex.open(List.of(file), BY_ID)) {
            assertThat(index.find(key(7))).hasValue(7);
            assertThat(index.get(FIRST + 10)).isEqualTo(Bytes.copyOf(payload(END - 11, format)));
            assertStale(file, () -> index.find(key(FIRST + 10)));
            assertStale(file, () -> index.findRecord(key(FIRST)));
        }
        for (ThrowingConsumer miss : List.<ThrowingConsumer>of(
                index -> index.find(Bytes.ofUtf8("absent")),
                index -> index.findAll(Bytes.ofUtf8("absent")),
                index -> index.find(7),
                RecordIndex::confirm)) {
            try (RecordIndex index = RecordIndex.open(List.of(file), BY_ID)) {
                assertStale(file, () -> miss.accept(index));
                assertStale(file, () -> miss.accept(index));
            }
        }
        IndexFile.of(file).build(BY_ID);
        try (RecordIndex index = RecordIndex.open(List.of(file), BY_ID)) {
            assertThat(index.find(key(FIRST + 10))).hasValue(END - 11);
            assertThat(index.find(Bytes.ofUtf8("absent"))).isEmpty();
        }
    }

    @FunctionalInterface
    private interface ThrowingConsumer {
        void accept(RecordIndex index) throws IOException;
    }

    /** Also reads a source that is not mapped, without version. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void neverReportDamageOfAnIntactFile(boolean mapped) throws IOException {
        List<byte[]> payloads = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            payloads.add(("record " + i + "x".repeat(i * 7 % 100)).getBytes());
        }
        Path file = Files.write(directory.resolve("data"), RecordFiles.tfRecords(payloads.toArray(byte[][]::new)));
        ByteSource source = mapped ? ByteSource.of(file) : new BilledSource(ByteSource.of(file));
        IndexFile side = mapped ? IndexFile.of(file) : IndexFile.of(source, directory.resolve("side"));
        side.build(IndexOptions.defaults());
        List<byte[]> moved = payloads.subList(1010, 1060);
        long offset = payloads.subList(0, 1010).stream()
                .mapToLong(payload -> payload.length + 16)
                .sum();
        Collections.reverse(moved);
        InPlaceChange.write(file, offset, RecordFiles.tfRecords(moved.toArray(byte[][]::new)));
        assertThat(side.check().kind()).isEqualTo(mapped ? Kind.UNPROVEN : Kind.FRESH);
        int stale = 0;
        try (RecordIndex index = side.open(IndexOptions.defaults())) {
            for (int i = 1000; i < 1070; i++) {
                try {
                    assertThat(index.get(i)).isEqualTo(Bytes.copyOf(payloads.get(i)));
                } catch (StaleIndexException e) {
                    stale++;
                }
            }
            assertThatThrownBy(() -> index.getAll(1020, 1021)).isInstanceOf(StaleIndexException.class);
        }
        assertThat(stale).isGreaterThan(30);
        assertThat(side.verify(IndexOptions.defaults()).reason()).isEqualTo("the sizes of records have changed");
        Path text = directory.resolve("text");
        if (mapped) {
            assertThat(side.exportText(
                            ByteSink.of(text), IndexOptions.defaults().notes(notes::add)))
                    .isEqualTo(3000);
            assertThat(notes).singleElement().asString().contains("the sizes of records have changed");
            assertThat(Files.readAllLines(text).get(1011)).startsWith(offset + payloads.get(1010).length + 16 + " ");
        }
    }

    /** Zeros in a record prove that an answer needs no scan: a scan reports them as damage. */
    @Test
    void ofCopiesAndLinksNeedNoScan() throws IOException {
        Path file = indexed(RecordFormat.TFRECORD);
        Instant time = Instant.parse("2027-01-15T08:00:00.123456789Z");
        Files.setLastModifiedTime(file, FileTime.from(time));
        IndexFile.of(file).build(BY_ID);
        Path copy = directory.resolve("copy");
        Path link = directory.resolve("link");
        Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        // JDK 17 copies only the microseconds.
        Files.setLastModifiedTime(copy, FileTime.from(time.truncatedTo(ChronoUnit.MICROS)));
        Files.copy(IndexFile.of(file).path(), IndexFile.of(copy).path());
        Files.createLink(link, file);
        Files.createLink(IndexFile.of(link).path(), IndexFile.of(file).path());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
        for (Path each : List.of(file, link, copy)) {
            assertThat(IndexFile.of(each).verify(BY_ID).kind()).isEqualTo(Kind.FRESH);
            try (RecordIndex index = RecordIndex.open(List.of(each), BY_ID.notes(notes::add))) {
                assertThat(index.find(Bytes.ofUtf8("absent"))).isEmpty();
                index.confirm();
            }
        }
        long size = payload(0, RecordFormat.TFRECORD).length + 16;
        for (Path each : List.of(file, copy)) {
            InPlaceChange.write(each, FIRST * size, new byte[(int) size]);
        }
        for (Path each : List.of(file, link, copy)) {
            assertThat(IndexFile.of(each).check().kind()).isEqualTo(Kind.UNPROVEN);
            assertThat(RecordIndex.count(List.of(each))).isEqualTo(COUNT);
            try (RecordIndex index = RecordIndex.open(List.of(each), BY_ID.notes(notes::add))) {
                assertThat(index.find(key(7))).hasValue(7);
                assertThat(index.findAll(key(FIRST + 1))).containsExactly(FIRST + 1);
                assertThat(index.get(COUNT - 1)).isEqualTo(Bytes.copyOf(payload(COUNT - 1, RecordFormat.TFRECORD)));
                for (int i = 0; i < 2; i++) {
                    assertThatThrownBy(() -> index.find(Bytes.ofUtf8("absent")))
                            .isInstanceOf(CorruptRecordException.class)
                            .hasMessageContaining("record " + FIRST);
                    assertThatThrownBy(() -> index.find(key(FIRST))).isInstanceOf(CorruptRecordException.class);
                }
            }
        }
        assertThat(notes).isEmpty();
    }

    /** Equal hashes of different keys prove nothing. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void mayHaveKeysWithEqualHashes(int hashes) throws IOException {
        KeyHashing few = (kind, bytes, size) -> bytes[size - 1] % hashes;
        int count = 2000;
        RecordFormat format = RecordFormat.TFRECORD;
        Path file = Files.write(directory.resolve("data"), frames(format, numbers(0, count)));
        RecordIndex.open(List.of(file), BY_ID.writeIndexFiles(), few).close();
        byte[] moved = frames(format, List.of(1012, 1011, 1010));
        InPlaceChange.write(file, 1010L * moved.length / 3, moved);
        try (RecordIndex index = RecordIndex.open(List.of(file), BY_ID, few)) {
            // Records 1010 and 1012 have equal hashes, so the index finds both at their new places.
            assertThat(index.find(key(1012))).hasValue(1010);
            assertThat(index.find(key(1010))).hasValue(1012);
            assertThat(index.find(key(1011))).hasValue(1011);
            assertStale(file, () -> index.find(key(count)));
        }
        RecordIndex.open(List.of(file), BY_ID.rebuildIndexFiles(), few).close();
        byte[] neighbours = frames(format, List.of(1012, 1010, 1011));
        InPlaceChange.write(file, 1010L * moved.length / 3, neighbours);
        try (RecordIndex index = RecordIndex.open(List.of(file), BY_ID, few)) {
            if (hashes == 1) {
                assertThat(index.find(key(1010))).hasValue(1011);
                assertThat(index.find(key(5))).hasValue(5);
            } else {
                assertStale(file, () -> index.find(key(1010)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "id"})
    void doNotDependOnTheThreadsThatBuiltThem(String key) throws IOException {
        Path file = Files.write(directory.resolve("data"), frames(RecordFormat.TFRECORD, numbers(0, COUNT)));
        IndexOptions options = key.isEmpty()
                ? IndexOptions.defaults()
                : IndexOptions.defaults().key(key);
        IndexFile index = IndexFile.of(file);
        index.build(options.threads(1));
        byte[] one = Files.readAllBytes(index.path());
        index.build(options.threads(4));
        assertThat(index.path()).hasBinaryContent(one);
    }

    /** Each member of the gzip file has 100 records. Stored blocks keep the size of a member. */
    @Test
    void proveTheAccessPointsOfACompressedFile() throws IOException {
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        int members = 40;
        int offset = 0;
        for (int i = 0; i < members; i++) {
            offset = i == 18 ? gzip.size() : offset;
            gzip.write(member(numbers(100 * i, 100 * i + 100)));
        }
        Path file = Files.write(directory.resolve("data.gz"), gzip.toByteArray());
        IndexFile side = IndexFile.of(file);
        side.build(BY_ID);
        InPlaceChange.write(file, offset, member(reversed(1800, 1900)));
        assertThat(side.check().kind()).isEqualTo(Kind.UNPROVEN);
        try (RecordIndex index = side.open(BY_ID)) {
            assertThat(index.find(key(7))).hasValue(7);
            assertStale(file, () -> index.get(1850));
            assertStale(file, () -> index.find(key(1850)));
        }
        assertThat(side.verify(BY_ID).reason()).isEqualTo("the payloads of records have changed");
        side.build(BY_ID);
        assertThat(side.verify(BY_ID).kind()).isEqualTo(Kind.FRESH);
        try (RecordIndex index = side.open(BY_ID)) {
            assertThat(index.find(key(1850))).hasValue(1849);
        }
    }

    private static byte[] member(List<Integer> records) throws IOException {
        ByteArrayOutputStream member = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(member) {
            {
                def.setLevel(Deflater.NO_COMPRESSION);
            }
        }) {
            out.write(frames(RecordFormat.TFRECORD, records));
        }
        return member.toByteArray();
    }

    /** A file system without change times, and a source without version, leave only size, time and samples. */
    @Test
    void needAttributesThatShowAChange() throws IOException {
        Path zip = directory.resolve("files.zip");
        try (FileSystem files = FileSystems.newFileSystem(URI.create("jar:" + zip.toUri()), Map.of("create", "true"))) {
            Path file = Files.write(files.getPath("data"), RecordFiles.GOLDEN);
            DataFile.State state = IndexFile.of(file).data().state();
            assertThat(state.stamp()).isEmpty();
            assertThat(state.showsChanges()).isFalse();
        }
        BilledSource source = new BilledSource(
                ByteSource.of(Bytes.ofOwned(frames(RecordFormat.TFRECORD, numbers(0, COUNT))), "remote"));
        IndexFile side = IndexFile.of(source, directory.resolve("side"));
        side.build(BY_ID);
        assertThat(side.check().kind()).isEqualTo(Kind.FRESH);
        try (RecordIndex index = side.open(BY_ID)) {
            source.reset();
            assertThat(index.find(Bytes.ofUtf8("absent"))).isEmpty();
            assertThat(source.sent()).isZero();
        }
    }

    @Test
    void withKeysNeedTheDigest() throws IOException {
        Path file = Files.write(directory.resolve("data"), frames(RecordFormat.TFRECORD, numbers(0, 10)));
        IndexFile side = IndexFile.of(file);
        side.build(BY_ID);
        Files.write(
                side.path(),
                new IndexFileParts(side.path())
                        .without(IndexSection.PAYLOAD_DIGEST)
                        .bytes());
        assertThat(side.check()).isEqualTo(new IndexState(Kind.UNUSABLE, "missing section 7"));
    }
}
