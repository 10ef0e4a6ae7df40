package dev.riffle.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.index.IndexState.Kind;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that an index uses an index file only while it matches the data file. */
class IndexFileTest {

    private static final IndexOptions DEFAULTS = IndexOptions.defaults();

    @TempDir
    Path directory;

    private final List<String> notes = new ArrayList<>();

    private Path write(String name, byte[] content) throws IOException {
        return Files.write(directory.resolve(name), content);
    }

    private IndexOptions noting() {
        notes.clear();
        return DEFAULTS.notes(notes::add);
    }

    private static byte[][] payloads(Random random, int count, int most) {
        byte[][] payloads = new byte[count][];
        for (int i = 0; i < count; i++) {
            payloads[i] = new byte[random.nextInt(4) == 0 ? 0 : random.nextInt(most)];
            random.nextBytes(payloads[i]);
        }
        return payloads;
    }

    private static List<Bytes> all(RecordIndex index) {
        return index.range(0, index.size()).toList();
    }

    @Test
    void hasAHiddenNameNextToTheDataFile() {
        assertThat(IndexFile.of(Path.of("data", "train.tfrecord-00000-of-00010"))
                        .path())
                .isEqualTo(Path.of("data", ".train.tfrecord-00000-of-00010.index"));
        assertThat(IndexFile.of(Path.of("a")).path()).isEqualTo(Path.of(".a.index"));
        assertThatThrownBy(() -> IndexFile.of(Path.of("/"))).isInstanceOf(IllegalArgumentException.class);
    }

    /** Opens an index whose records outside the fingerprint are zeros. A scan would report these zeros as damage. */
    @Test
    void skipsTheScanWithAFreshIndexFile() throws IOException {
        byte[][] payloads = new byte[3000][1000];
        for (int i = 0; i < payloads.length; i++) {
            Arrays.fill(payloads[i], (byte) i);
        }
        Path file = indexed(payloads);
        FileTime time = Files.getLastModifiedTime(file);
        byte[] content = Files.readAllBytes(file);
        int gone = -1;
        for (int i = 1000; i < 2000 && gone < 0; i++) {
            byte[] changed = content.clone();
            Arrays.fill(changed, 1016 * i, 1016 * (i + 1), (byte) 0);
            Files.write(file, changed);
            Files.setLastModifiedTime(file, time);
            gone = IndexFile.of(file).check().kind() == Kind.UNPROVEN ? i : -1;
        }
        assertThat(gone).isPositive();
        assertThat(IndexFile.of(file).count()).hasValue(3000);
        assertThat(RecordIndex.count(List.of(file))).isEqualTo(3000);
        try (RecordIndex open = RecordIndex.open(List.of(file), noting())) {
            assertThat(open.size()).isEqualTo(3000);
            for (int i : new int[] {0, gone - 1, gone + 1, 2999}) {
                assertThat(open.get(i)).isEqualTo(Bytes.copyOf(payloads[i]));
            }
            int there = gone;
            assertThatThrownBy(() -> open.get(there)).isInstanceOf(CorruptRecordException.class);
        }
        assertThat(notes).isEmpty();
        // Without the index file, the index scans the data file.
        assertThat(IndexFile.of(file).remove()).isTrue();
        assertThatThrownBy(() -> RecordIndex.count(List.of(file))).isInstanceOf(CorruptRecordException.class);
        assertThatThrownBy(() -> RecordIndex.open(List.of(file)).close()).isInstanceOf(CorruptRecordException.class);
    }

    @Test
    void usesAFreshIndexFile() throws IOException {
        byte[] content = RecordFiles.tfRecords("abc".getBytes(), new byte[0], "hello".getBytes());
        Path file = write("data", content);
        IndexFile index = IndexFile.of(file);
        assertThat(index.check()).isEqualTo(new IndexState(Kind.MISSING, ""));
        assertThat(index.count()).isEmpty();
        IndexReport report = index.build(DEFAULTS);
        assertThat(report.records()).isEqualTo(3);
        assertThat(report.bytes()).isEqualTo(Files.size(index.path()));
        assertThat(report.key()).isEmpty();
        assertThat(report.withoutKey()).isEqualTo(3);
        assertThat(index.check().kind()).isEqualTo(Kind.FRESH);
        assertThat(index.count()).hasValue(3);
        FileTime time = Files.getLastModifiedTime(file);
        try (RecordIndex open = RecordIndex.open(List.of(file), noting())) {
            assertThat(all(open)).containsExactly(Bytes.ofUtf8("abc"), Bytes.empty(), Bytes.ofUtf8("hello"));
            assertThat(open.getAll(2, 0)).containsExactly(Bytes.ofUtf8("hello"), Bytes.ofUtf8("abc"));
        }
        assertThat(notes).isEmpty();
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(time);
        assertThat(index.remove()).isTrue();
        assertThat(index.remove()).isFalse();
    }

    /**
     * Compares the records of an index with an index file, an index without one, and a sequential reader. The test
     * covers varints of several sizes, several files and both formats.
     */
    @ParameterizedTest
    @MethodSource("dev.riffle.BuiltInFormats#all")
    void returnsTheSameRecordsWithAndWithoutAnIndexFile(RecordFormat format) throws IOException {
        long seed = Rounds.seed("index file");
        Random random = new Random(seed);
        for (int round = 0; round < 8; round++) {
            List<Path> files = new ArrayList<>();
            List<Bytes> expected = new ArrayList<>();
            for (int f = 0; f < 1 + random.nextInt(4); f++) {
                int count = random.nextInt(3) == 0 ? random.nextInt(3) : random.nextInt(9000);
                byte[][] payloads = payloads(random, count, 1 << 1 + random.nextInt(10));
                if (count > 0 && random.nextBoolean()) {
                    payloads[random.nextInt(count)] = new byte[20_000 + random.nextInt(3_000_000)];
                }
                if (format == RecordFormat.OFRECORD) {
                    for (int i = 0; i < count; i++) {
                        payloads[i] = Bytes.ofHex(
                                        i % 3 == 0
                                                ? "0a0c0a016112070a050a03616263"
                                                : "0a0e0a016112090a070a0568656c6c6f")
                                .toByteArray();
                    }
                }
                Arrays.stream(payloads).map(Bytes::copyOf).forEach(expected::add);
                files.add(write(
                        "r" + round + "f" + f,
                        count == 0
                                ? new byte[0]
                                : RecordFiles.write(
                                        RecordWriterOptions.defaults().format(format), payloads)));
                if (count == 0) {
                    files.set(
                            files.size() - 1,
                            Files.move(files.get(files.size() - 1), directory.resolve(round + "e" + f + ".tfrecord")));
                }
            }
            try (RecordIndex scanned = RecordIndex.open(files, noting().writeIndexFiles())) {
                assertThat(all(scanned)).as("seed %d", seed).isEqualTo(expected);
            }
            assertThat(notes).isEmpty();
            for (Path file : files) {
                assertThat(IndexFile.of(file).check()).isEqualTo(new IndexState(Kind.FRESH, ""));
            }
            assertThat(RecordIndex.count(files)).isEqualTo(expected.size());
            try (RecordIndex opened = RecordIndex.open(files)) {
                assertThat(opened.size()).isEqualTo(expected.size());
                for (int i = 0; i < Math.min(200, expected.size()); i++) {
                    int record = random.nextInt(expected.size());
                    assertThat(opened.get(record)).as("seed %d", seed).isEqualTo(expected.get(record));
                }
                long[] some = expected.isEmpty()
                        ? new long[0]
                        : random.longs(300, 0, expected.size()).toArray();
                List<Bytes> got = opened.getAll(some);
                for (int i = 0; i < some.length; i++) {
                    assertThat(got.get(i)).isEqualTo(expected.get((int) some[i]));
                }
                long from = random.nextInt(expected.size() + 1);
                assertThat(opened.range(from, expected.size()).toList())
                        .isEqualTo(expected.subList((int) from, expected.size()));
                assertThatThrownBy(() -> opened.range(0, expected.size() + 1))
                        .isInstanceOf(IndexOutOfBoundsException.class);
            }
        }
    }

    private Path indexed(byte[]... payloads) throws IOException {
        Path file = write("data.tfrecord", RecordFiles.tfRecords(payloads));
        IndexFile.of(file).build(DEFAULTS);
        return file;
    }

    private void assertStale(Path file, String why, long records) throws IOException {
        IndexState state = IndexFile.of(file).check();
        assertThat(state.kind()).isEqualTo(Kind.STALE);
        assertThat(state.reason()).contains(why);
        assertThat(IndexFile.of(file).count()).isEmpty();
        try (RecordIndex open = RecordIndex.open(List.of(file), noting())) {
            assertThat(open.size()).isEqualTo(records);
        }
        assertThat(notes)
                .singleElement()
                .asString()
                .contains("data.tfrecord.index: stale")
                .contains(why);
        assertThat(RecordIndex.count(List.of(file))).isEqualTo(records);
        assertThat(IndexFile.of(file).check().kind()).isEqualTo(Kind.STALE);
        try (RecordIndex open = RecordIndex.open(List.of(file), DEFAULTS.writeIndexFiles())) {
            assertThat(open.size()).isEqualTo(records);
        }
        assertThat(IndexFile.of(file).check().kind()).isEqualTo(Kind.FRESH);
        assertThat(IndexFile.of(file).count()).hasValue(records);
    }

    @Test
    void detectsAnotherSize() throws IOException {
        Path file = indexed(new byte[10], new byte[20]);
        Files.write(file, RecordFiles.tfRecords(new byte[3]), StandardOpenOption.APPEND);
        assertStale(file, "the file size has changed from 62 to 81 bytes", 3);
    }

    @Test
    void detectsAnotherTime() throws IOException {
        Path file = indexed(new byte[10], new byte[20]);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L));
        assertStale(file, "was modified at 2001-09-09T01:46:40Z", 2);
    }

    /** Changes records without changing their sizes, and restores the modification time. */
    @Test
    void detectsChangesOfSampledBytes() throws IOException {
        int count = 3001;
        int size = 100;
        byte[][] payloads = new byte[count][size];
        Path file = indexed(payloads);
        FileTime time = Files.getLastModifiedTime(file);
        int noticed = 0;
        for (int record = 0; record < count; record += 50) {
            byte[] before = Files.readAllBytes(file);
            byte[] other = new byte[size];
            other[0] = 1;
            byte[] frame = RecordFiles.tfRecords(other);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(frame), (long) record * frame.length);
            }
            Files.setLastModifiedTime(file, time);
            IndexState state = IndexFile.of(file).check();
            if (state.kind() == Kind.STALE) {
                noticed++;
            }
            boolean edge = record < 20 || record > count - 20;
            boolean sampled = record % (count / 15) == 0;
            assertThat(state.kind() == Kind.STALE).as("record %d", record).isEqualTo(edge || sampled);
            if (edge || sampled) {
                assertThat(state.reason())
                        .contains(record < 20 ? "first bytes" : record > count - 20 ? "last bytes" : "inside");
            }
            // Whether the check detects the change or not, the index returns the content of the file.
            try (RecordIndex open = RecordIndex.open(List.of(file))) {
                assertThat(open.get(record)).isEqualTo(Bytes.copyOf(other));
            }
            Files.write(file, before);
            Files.setLastModifiedTime(file, time);
        }
        assertThat(noticed).isEqualTo(16);
    }

    /** Changes lengths without changing the fingerprint. Each call returns a correct record or throws an exception. */
    @Test
    void neverMisreadsAFileWithUndetectedChanges() throws IOException {
        long seed = Rounds.seed("index file");
        Random random = new Random(seed);
        byte[][] payloads = payloads(random, 4000, 60);
        Path file = indexed(payloads);
        FileTime time = Files.getLastModifiedTime(file);
        byte[] content = Files.readAllBytes(file);
        int rejected = 0;
        for (int round = 0; round < Rounds.count(24); round++) {
            byte[] changed = content.clone();
            int at = 5000 + random.nextInt(content.length - 10_000);
            int to = 5000 + random.nextInt(content.length - 10_000);
            int size = random.nextInt(2000);
            switch (round % 3) {
                case 0 -> System.arraycopy(content, at, changed, to, Math.min(size, 5000));
                case 1 -> Arrays.fill(changed, at, at + size, (byte) 0);
                default -> changed[at] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(file, changed);
            Files.setLastModifiedTime(file, time);
            if (IndexFile.of(file).check().kind() == Kind.STALE) {
                continue;
            }
            try (RecordIndex open = RecordIndex.open(List.of(file))) {
                for (int i = 0; i < payloads.length; i++) {
                    long offset = open.place(i).offset();
                    boolean same = Arrays.equals(
                            content,
                            (int) offset,
                            (int) offset + payloads[i].length + 16,
                            changed,
                            (int) offset,
                            (int) offset + payloads[i].length + 16);
                    try {
                        // Bytes that the change moved can form an intact record at this offset.
                        assertThat(open.get(i))
                                .as("seed %d", seed)
                                .isEqualTo(Bytes.copyOf(changed, (int) offset + 12, payloads[i].length));
                    } catch (IOException e) {
                        assertThat(same).as("seed %d: %s", seed, e).isFalse();
                        rejected++;
                    }
                }
            }
        }
        assertThat(rejected).isPositive();
    }

    /** Flips each bit. A read returns the right record, or the index is not used, or it is reported as stale. */
    @ParameterizedTest
    @ValueSource(strings = {"", "id"})
    void detectsEveryFlippedBitAndEveryTruncation(String key) throws IOException {
        byte[][] payloads = key.isEmpty()
                ? new byte[][] {"abc".getBytes(), {}, "hello".getBytes()}
                : new byte[][] {example(key), {}, example("other")};
        Path file = write("data.tfrecord", RecordFiles.tfRecords(payloads));
        IndexOptions options = key.isEmpty() ? DEFAULTS : DEFAULTS.key(key);
        IndexFile index = IndexFile.of(file);
        index.build(options);
        byte[] intact = Files.readAllBytes(index.path());
        List<byte[]> broken = new ArrayList<>();
        for (int at = 0; at < intact.length; at++) {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                byte[] flipped = intact.clone();
                flipped[at] ^= (byte) (1 << bit);
                broken.add(flipped);
            }
            broken.add(Arrays.copyOf(intact, at));
        }
        broken.add(Arrays.copyOf(intact, intact.length + 1));
        broken.add(RecordFiles.GOLDEN);
        int stale = 0;
        for (byte[] content : broken) {
            Files.write(index.path(), content);
            IndexState state = index.check();
            assertThat(state.kind()).isEqualTo(Kind.UNUSABLE);
            assertThat(state.reason()).isNotEmpty();
            List<String> reported = new ArrayList<>();
            try (RecordIndex open =
                    RecordIndex.open(List.of(file), options.notes(reported::add).threads(1))) {
                for (int i = 0; i < payloads.length; i++) {
                    assertThat(open.get(i)).isEqualTo(Bytes.copyOf(payloads[i]));
                }
                if (!key.isEmpty()) {
                    assertThat(open.find(1)).hasValue(0);
                    assertThat(open.find(2)).isEmpty();
                }
                assertThat(reported).singleElement().asString().contains(".data.tfrecord.index: not used: ");
            } catch (StaleIndexException e) {
                assertThat(e.difference()).isEqualTo(state.reason());
                stale++;
            }
        }
        assertThat(stale).isPositive();
    }

    /** Exchanges blocks of equal size with each other, and with those of the index of another content. */
    @Test
    void detectsExchangedBlocks() throws IOException {
        byte[][] payloads = new byte[3 * SizeColumn.BLOCK_RECORDS][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = Example.builder()
                    .put("id", i)
                    .put("text", "x".repeat(i % 3))
                    .build()
                    .toByteArray();
        }
        Path file = write("data.tfrecord", RecordFiles.tfRecords(payloads));
        IndexOptions options = DEFAULTS.key("id");
        IndexFile index = IndexFile.of(file);
        index.build(options);
        byte[] intact = Files.readAllBytes(index.path());
        FileTime time = Files.getLastModifiedTime(file);
        byte[] swapped = payloads[300];
        payloads[300] = payloads[303];
        payloads[303] = swapped;
        Files.write(file, RecordFiles.tfRecords(payloads));
        Files.setLastModifiedTime(file, time);
        index.build(options);
        byte[] now = Files.readAllBytes(index.path());
        assertThat(now).hasSameSizeAs(intact);
        IndexHeader header;
        try (IndexFileCodec open = IndexFileCodec.open(index.path())) {
            header = open.header();
        }
        int sizes = (int) header.offsetOf(header.required(IndexSection.SIZES));
        int sizeBytes = (int) header.required(IndexSection.SIZES).size() / 3;
        int keys = (int) header.offsetOf(header.required(IndexSection.KEYS));
        int keyBytes = KeyColumn.BLOCK_BYTES + BlockFile.CHECKSUM_BYTES;
        for (int[] block : new int[][] {{sizes, sizeBytes}, {keys, keyBytes}}) {
            byte[] exchanged = now.clone();
            System.arraycopy(now, block[0], exchanged, block[0] + block[1], block[1]);
            System.arraycopy(now, block[0] + block[1], exchanged, block[0], block[1]);
            byte[] fromOther = now.clone();
            System.arraycopy(intact, block[0] + block[1], fromOther, block[0] + block[1], block[1]);
            for (byte[] content : List.of(exchanged, fromOther)) {
                Files.write(index.path(), content);
                assertThat(index.check().kind()).isEqualTo(Kind.UNUSABLE);
                int stale = 0;
                try (RecordIndex open = RecordIndex.open(List.of(file), options)) {
                    for (int i = 0; i < payloads.length; i++) {
                        int id = (int) Example.parse(Bytes.copyOf(payloads[i]))
                                .feature("id")
                                .longValue();
                        try {
                            assertThat(open.get(i)).isEqualTo(Bytes.copyOf(payloads[i]));
                            assertThat(open.find(id)).hasValue(i);
                        } catch (StaleIndexException e) {
                            assertThat(e.difference()).contains("checksum of block");
                            stale++;
                        }
                    }
                }
                assertThat(stale).isGreaterThanOrEqualTo(SizeColumn.BLOCK_RECORDS);
            }
        }
    }

    private static byte[] example(String returnsTheKeyFeature) {
        return Example.builder().put(returnsTheKeyFeature, 1).build().toByteArray();
    }

    @Test
    void ignoresALaterVersion() throws IOException {
        Path file = indexed(new byte[3]);
        Path side = IndexFile.of(file).path();
        byte[] content = Files.readAllBytes(side);
        content[8] = 7;
        Files.write(side, content);
        assertThat(IndexFile.of(file).check())
                .isEqualTo(new IndexState(Kind.UNUSABLE, "version 7; this release of Riffle reads version 2"));
        assertThat(IndexFile.of(file).count()).isEmpty();
    }

    @Test
    void ignoresTheIndexOfAnotherFile() throws IOException {
        Path file = indexed(new byte[10], new byte[20]);
        Path other = write("other", RecordFiles.tfRecords(new byte[20], new byte[10]));
        Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));
        Files.copy(IndexFile.of(file).path(), IndexFile.of(other).path());
        assertThat(IndexFile.of(other).check().reason()).contains("first bytes");
        try (RecordIndex open = RecordIndex.open(List.of(other))) {
            assertThat(open.get(0).size()).isEqualTo(20);
        }
    }

    /** Adds sections of later versions to an index file. A reader skips these sections if they are intact. */
    @Test
    void skipsUnknownSections() throws IOException {
        Path file = indexed(new byte[10], new byte[20]);
        Path side = IndexFile.of(file).path();
        byte[] content = new IndexFileParts(side)
                .without(IndexSection.FILE_STAMP)
                .with(4711, (byte) 1, (byte) 2, (byte) 3)
                .bytes();
        Files.write(side, content);
        assertThat(IndexFile.of(file).check().kind()).isEqualTo(Kind.UNPROVEN);
        assertThat(IndexFile.of(file).verify(DEFAULTS)).isEqualTo(new IndexState(Kind.FRESH, ""));
        try (RecordIndex open = RecordIndex.open(List.of(file), noting())) {
            assertThat(open.get(1).size()).isEqualTo(20);
        }
        assertThat(notes).isEmpty();
        content[content.length - 1] = 9;
        Files.write(side, content);
        assertThat(IndexFile.of(file).check().reason()).contains("section 4711");
    }

    @ParameterizedTest
    @ValueSource(ints = {IndexSection.PAYLOAD_DIGEST, IndexSection.FILE_STAMP})
    void rejectsSectionsOfAWrongLength(int type) throws IOException {
        Path file = indexed(new byte[10], new byte[20]);
        Path side = IndexFile.of(file).path();
        IndexFileParts parts = new IndexFileParts(side);
        byte[] longer = Arrays.copyOf(parts.content(type), parts.content(type).length + 1);
        Files.write(side, parts.with(type, longer).bytes());
        String reason = "invalid size of section " + type + ": " + longer.length;
        assertThat(IndexFile.of(file).check()).isEqualTo(new IndexState(Kind.UNUSABLE, reason));
        assertThat(IndexFile.of(file).count()).isEmpty();
        try (RecordIndex open = RecordIndex.open(List.of(file), noting())) {
            assertThat(open.get(1).size()).isEqualTo(20);
        }
        assertThat(notes).containsExactly(side + ": not used: " + reason);
    }

    /** Opens index files that have valid checksums and wrong content. */
    @Test
    void rejectsInconsistentContent() throws IOException {
        Path file = indexed(new byte[10], new byte[20]);
        Path side = IndexFile.of(file).path();
        IndexFileParts intact = new IndexFileParts(side);
        byte[] sizes = intact.content(IndexSection.SIZES);
        byte[] places = intact.content(IndexSection.SIZE_PLACES);
        for (byte[] varints : new byte[][] {
            {10}, {10, 20, 0}, {20, 11}, {10, (byte) 0x80}, {}, {-1, -1, -1, -1, -1, -1, 1}, {10, -1, -1, -1, -1, 127}
        }) {
            byte[] block = Arrays.copyOf(sizes, SizeColumn.HEAD_BYTES + varints.length);
            System.arraycopy(varints, 0, block, SizeColumn.HEAD_BYTES, varints.length);
            byte[] place = places.clone();
            place[Long.BYTES] = (byte) (block.length + BlockFile.CHECKSUM_BYTES);
            checkInconsistent(
                    file,
                    new IndexFileParts(side)
                            .with(IndexSection.SIZES, block)
                            .with(IndexSection.SIZE_PLACES, place)
                            .bytes());
            Files.write(side, intact.bytes());
        }
        for (int at : new int[] {0, 7, Long.BYTES, 2 * Long.BYTES - 1}) {
            byte[] place = places.clone();
            place[at] ^= (byte) 0xc0;
            checkInconsistent(
                    file,
                    new IndexFileParts(side)
                            .with(IndexSection.SIZE_PLACES, place)
                            .bytes());
            byte[] block = sizes.clone();
            block[at % Long.BYTES] ^= (byte) 0xc0;
            Files.write(side, intact.bytes());
            checkInconsistent(
                    file,
                    new IndexFileParts(side).with(IndexSection.SIZES, block).bytes());
            Files.write(side, intact.bytes());
        }
        for (int type : new int[] {IndexSection.SIZES, IndexSection.SIZE_PLACES}) {
            Files.write(side, new IndexFileParts(side).without(type).bytes());
            assertThat(IndexFile.of(file).check().reason()).isEqualTo("missing section " + type);
            Files.write(side, intact.bytes());
        }
    }

    private void checkInconsistent(Path file, byte[] side) throws IOException {
        Files.write(IndexFile.of(file).path(), side);
        assertThat(IndexFile.of(file).check().kind()).isEqualTo(Kind.UNUSABLE);
        try (RecordIndex open = RecordIndex.open(List.of(file), noting())) {
            assertThat(open.get(1).size()).isEqualTo(20);
            assertThat(open.get(0).size()).isEqualTo(10);
        } catch (StaleIndexException e) {
            assertThat(e.source()).isEqualTo(file.toString());
        }
    }

    @Test
    void ignoresOtherFilesWithTheName() throws IOException {
        Path file = write("data.tfrecord", RecordFiles.GOLDEN);
        Files.createDirectory(IndexFile.of(file).path());
        assertThat(IndexFile.of(file).check().kind()).isEqualTo(Kind.UNUSABLE);
        try (RecordIndex open = RecordIndex.open(List.of(file), noting().writeIndexFiles())) {
            assertThat(open.size()).isEqualTo(3);
        }
        assertThat(notes).hasSize(2);
        assertThat(notes.get(1)).contains("cannot be written");
        assertThatThrownBy(() -> IndexFile.of(file).build(DEFAULTS)).isInstanceOf(IOException.class);
    }

    /**
     * Opens an index whose index file has a name that is too long for the file system. Other write failures have the
     * same effect.
     */
    @Test
    void opensWithoutAnIndexFileItCannotWrite() throws IOException {
        Path file = write("x".repeat(252), RecordFiles.GOLDEN);
        try (RecordIndex open = RecordIndex.open(List.of(file), noting().writeIndexFiles())) {
            assertThat(open.get(2)).isEqualTo(Bytes.ofUtf8("hello"));
        }
        assertThat(notes).last().asString().contains("cannot be written");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void rejectsFilesItCannotIndex() throws IOException {
        Path missing = directory.resolve("missing");
        for (Callable<?> call : List.<Callable<?>>of(
                () -> IndexFile.of(missing).check(),
                () -> IndexFile.of(missing).count(),
                () -> IndexFile.of(missing).build(DEFAULTS),
                () -> RecordIndex.open(List.of(missing)),
                () -> RecordIndex.count(List.of(missing)),
                // Simulates a file that disappears between two steps of the calls above.
                () -> FileFingerprint.attributes(missing),
                () -> FileFingerprint.of(missing, FrameSamples.ofBytes(0, 1, 1)))) {
            assertThatThrownBy(call::call)
                    .isInstanceOf(NoSuchFileException.class)
                    .hasMessage(missing + ": no such file; check the path");
        }
        byte[] damagedContent = RecordFiles.GOLDEN.clone();
        damagedContent[40] ^= 1;
        Path damaged = write("damaged", damagedContent);
        assertThatThrownBy(() -> IndexFile.of(damaged).build(DEFAULTS)).isInstanceOf(CorruptRecordException.class);
        assertThatThrownBy(() -> RecordIndex.open(List.of(damaged), DEFAULTS.writeIndexFiles()))
                .isInstanceOf(CorruptRecordException.class);
        assertThat(IndexFile.of(damaged).check().kind()).isEqualTo(Kind.MISSING);
        assertThatThrownBy(() -> DEFAULTS.threads(0)).hasMessage("threads must be positive, or -1 (Riffle chooses): 0");
    }

    /** Opens many files, and checks that the index reports the first failure and closes all files. */
    @Test
    void reportsTheFirstFailureOfManyFiles() throws IOException {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            files.add(write("file" + i + ".tfrecord", RecordFiles.tfRecords(new byte[i], new byte[i + 1])));
        }
        for (int threads : new int[] {1, 2, 3, 64}) {
            try (RecordIndex open = RecordIndex.open(files, DEFAULTS.threads(threads))) {
                assertThat(open.size()).isEqualTo(40);
                for (int i = 0; i < 20; i++) {
                    assertThat(open.get(i).size()).isEqualTo((i + 1) / 2);
                }
            }
        }
        byte[] broken = RecordFiles.GOLDEN.clone();
        broken[12] ^= 1;
        Files.write(files.get(7), broken);
        Files.write(files.get(11), broken);
        for (int threads : new int[] {1, 2, 64}) {
            assertThatThrownBy(() -> RecordIndex.open(files, DEFAULTS.threads(threads)))
                    .isInstanceOf(CorruptRecordException.class)
                    .hasMessageContaining("file7.tfrecord");
        }
    }

    /** Writes and reads the index file in several threads while the data file does not change. */
    @Test
    void servesWritersAndReadersInParallel() throws Exception {
        Path file = write("data.tfrecord", RecordFiles.tfRecords(payloads(new Random(5), 5000, 50)));
        Bytes last = Bytes.copyOf(payloads(new Random(5), 5000, 50)[4999]);
        ExecutorService pool = Executors.newFixedThreadPool(6);
        try {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int t = 0; t < 6; t++) {
                boolean writes = t % 2 == 0;
                tasks.add(() -> {
                    for (int i = 0; i < 20; i++) {
                        if (writes) {
                            IndexFile.of(file).build(DEFAULTS);
                        } else {
                            assertThat(IndexFile.of(file).check().kind()).isIn(Kind.FRESH, Kind.MISSING);
                            try (RecordIndex open = RecordIndex.open(List.of(file))) {
                                assertThat(open.get(4999)).isEqualTo(last);
                            }
                        }
                    }
                    return null;
                });
            }
            for (Future<Void> done : pool.invokeAll(tasks)) {
                done.get();
            }
        } finally {
            pool.shutdownNow();
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactlyInAnyOrder(file, IndexFile.of(file).path());
        }
    }

    @Test
    void returnsTheKeyFeature() throws IOException {
        Path file = indexed(new byte[1]);
        assertThat(IndexFile.of(file).keyFeature()).isEqualTo(Optional.empty());
        assertThat(IndexFile.of(directory.resolve("none")).keyFeature()).isEqualTo(Optional.empty());
    }
}
