package dev.riffle.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.CorruptRecordException.Reason;
import dev.riffle.InPlaceChange;
import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.shard.RecordSet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads records of several files by number. */
class RecordIndexTest {

    @TempDir
    Path directory;

    private static byte[] payload(RecordFormat format, Random random) {
        if (format == RecordFormat.OFRECORD) {
            return HexFormat.of()
                    .parseHex(
                            random.nextBoolean() ? "0a0c0a016112070a050a03616263" : "0a0e0a016112090a070a0568656c6c6f");
        }
        byte[] payload = new byte[random.nextInt(900)];
        random.nextBytes(payload);
        return payload;
    }

    private Path write(String name, byte[] content) throws IOException {
        return Files.write(directory.resolve(name), content);
    }

    /** Reads records of small and large files. The index reads small files and maps large ones. */
    @ParameterizedTest
    @MethodSource("dev.riffle.BuiltInFormats#all")
    void readsEveryRecordOfBothFormats(RecordFormat format) throws IOException {
        long seed = Rounds.seed("record index");
        Random random = new Random(seed);
        List<Path> files = new ArrayList<>();
        List<Bytes> expected = new ArrayList<>();
        int[] counts = {0, 3, 20_000, 1, 0, 0, 7};
        for (int i = 0; i < counts.length; i++) {
            byte[][] payloads = new byte[counts[i]][];
            for (int k = 0; k < counts[i]; k++) {
                payloads[k] = payload(format, random);
                expected.add(Bytes.copyOf(payloads[k]));
            }
            String name = counts[i] == 0 ? "empty" + i + ".tfrecord" : "file" + i;
            RecordWriterOptions options = RecordWriterOptions.defaults().format(format);
            files.add(write(name, counts[i] == 0 ? new byte[0] : RecordFiles.write(options, payloads)));
        }
        try (RecordIndex index = RecordIndex.open(files)) {
            assertThat(index.size()).isEqualTo(expected.size());
            long[] all = new long[expected.size()];
            for (int i = 0; i < all.length; i++) {
                assertThat(index.get(i)).as("seed %d record %d", seed, i).isEqualTo(expected.get(i));
                all[i] = all.length - 1 - i;
            }
            List<Bytes> reversed = index.getAll(all);
            for (int i = 0; i < all.length; i++) {
                assertThat(reversed.get(i)).isEqualTo(expected.get((int) all[i]));
            }
            assertThat(index.place(0).offset()).isZero();
            assertThat(index.place(0).name()).endsWith("file1");
            assertThat(index.place(3).name()).endsWith("file2");
            assertThat(index.place(expected.size() - 1).name()).endsWith("file6");
            assertThatThrownBy(() -> index.get(expected.size())).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> index.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    /** A set may contain directories with the part files of OneFlow, each of which is one file. */
    @Test
    void readsDirectoriesWithParts() throws IOException {
        Path parts = Files.createDirectory(directory.resolve("parts"));
        Files.write(parts.resolve("part-0"), RecordFiles.GOLDEN_OFRECORD);
        Files.write(parts.resolve("part-1"), RecordFiles.GOLDEN_OFRECORD);
        RecordSet set = RecordSet.of(List.of(parts));
        List<String> notes = new ArrayList<>();
        IndexOptions options = IndexOptions.defaults().writeIndexFiles().notes(notes::add);
        for (int i = 0; i < 2; i++) {
            try (RecordIndex index = RecordIndex.open(set, options)) {
                assertThat(index.size()).isEqualTo(4);
                assertThat(index.get(3)).isEqualTo(index.get(1));
            }
        }
        assertThat(notes).isEmpty();
        assertThat(directory.resolve(".parts.index")).exists();
        assertThat(RecordIndex.count(set)).isEqualTo(4);
        assertThat(RecordDataset.files(set).toList()).hasSize(4);
    }

    @Test
    void acceptsNoFiles() throws IOException {
        try (RecordIndex index = RecordIndex.open(List.of())) {
            assertThat(index.size()).isZero();
            assertThatThrownBy(() -> index.get(0)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void servesManyThreads() throws Exception {
        long seed = Rounds.seed("record index");
        byte[][] payloads = new byte[3000][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = payload(RecordFormat.TFRECORD, new Random(seed + i));
        }
        Path file = write("data", RecordFiles.tfRecords(payloads));
        ExecutorService pool = Executors.newFixedThreadPool(6);
        try (RecordIndex index = RecordIndex.open(List.of(file))) {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int t = 0; t < 6; t++) {
                Random random = new Random(seed + t);
                tasks.add(() -> {
                    for (int i = 0; i < 5000; i++) {
                        int record = random.nextInt(payloads.length);
                        assertThat(index.get(record)).as("seed %d", seed).isEqualTo(Bytes.copyOf(payloads[record]));
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
    }

    @Test
    void rejectsFilesItCannotIndex() throws IOException {
        assertThatThrownBy(() -> RecordIndex.open(List.of(directory.resolve("missing"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("missing");
        ByteSource stream = ByteSource.of(new ByteArrayInputStream(RecordFiles.GOLDEN), "standard input");
        assertThatThrownBy(() -> RecordIndex.openSources(List.of(stream)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("standard input");
        byte[] broken = RecordFiles.GOLDEN.clone();
        broken[40] ^= 1;
        Path damaged = write("damaged", broken);
        assertThatThrownBy(() -> RecordIndex.open(List.of(damaged))).isInstanceOf(CorruptRecordException.class);
    }

    @Test
    void readsASourceInMemory() throws IOException {
        try (RecordIndex index = RecordIndex.openSources(List.of(RecordFiles.source(RecordFiles.GOLDEN)))) {
            assertThat(index.getAll(2, 1, 0))
                    .containsExactly(Bytes.ofUtf8("hello"), Bytes.empty(), Bytes.ofUtf8("abc"));
        }
    }

    /** Flips every byte of a file, mapped or not, while an index is open. */
    @ParameterizedTest
    @ValueSource(ints = {3, 300_000})
    void detectsEveryFlippedByte(int lastSize) throws IOException {
        byte[] content = RecordFiles.tfRecords(new byte[] {1, 2, 3}, new byte[] {}, new byte[lastSize]);
        Path file = write("data" + lastSize, content);
        try (RecordIndex index = RecordIndex.open(List.of(file));
                FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int at = 0; at < 19 + 16; at++) {
                int record = at < 19 ? 0 : 1;
                channel.write(java.nio.ByteBuffer.wrap(new byte[] {(byte) (content[at] ^ 0x10)}), at);
                assertThatThrownBy(() -> index.get(record))
                        .isInstanceOfSatisfying(CorruptRecordException.class, damage -> {
                            assertThat(damage.recordIndex()).isEqualTo(record);
                            assertThat(damage.recordOffset()).isEqualTo(record == 0 ? 0 : 19);
                        });
                assertThat(index.get(2).size()).isEqualTo(lastSize);
                channel.write(java.nio.ByteBuffer.wrap(new byte[] {content[at]}), at);
                assertThat(index.get(record).size()).isEqualTo(record == 0 ? 3 : 0);
            }
        }
    }

    /** The read-ahead of a range covers the damaged record. */
    @Test
    void returnsTheRecordsBeforeDamageOfARange() throws IOException {
        byte[] content = RecordFiles.tfRecords(new byte[300_000], new byte[1], new byte[2], new byte[3], new byte[4]);
        Path file = write("data", content);
        try (RecordIndex index = RecordIndex.open(List.of(file))) {
            content[content.length - 5] ^= 1;
            InPlaceChange.write(file, 0, content);
            List<Integer> sizes = new ArrayList<>();
            assertThatThrownBy(() -> index.range(1, 5).forEach(record -> sizes.add(record.size())))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("record 4");
            assertThat(sizes).containsExactly(1, 2, 3);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.riffle.BuiltInFormats#all")
    void detectsAFileThatBecomesShorter(RecordFormat format) throws IOException {
        long seed = Rounds.seed("record index");
        Random random = new Random(seed);
        byte[][] payloads = new byte[40_000][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = payload(format, random);
        }
        byte[] content = RecordFiles.write(RecordWriterOptions.defaults().format(format), payloads);
        for (int round = 0; round < 10; round++) {
            Path file = write("round" + round, content);
            try (RecordIndex index = RecordIndex.open(List.of(file))) {
                long length = round == 0 ? 0 : random.nextInt(content.length);
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(length);
                }
                assertThatThrownBy(index::checkUnchanged)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("index it again");
                long[] some = random.longs(64, 0, payloads.length).toArray();
                index.readAhead(some);
                for (long record : some) {
                    boolean intact = record + 1 < payloads.length
                            && index.place(record + 1).offset() <= length;
                    try {
                        assertThat(index.get(record))
                                .as("seed %d", seed)
                                .isEqualTo(Bytes.copyOf(payloads[(int) record]));
                    } catch (CorruptRecordException e) {
                        assertThat(intact).as("seed %d: %s", seed, e).isFalse();
                        assertThat(e.reason()).isEqualTo(Reason.SOURCE_SHRANK);
                    }
                }
            }
        }
    }

    @Test
    void detectsOtherRecordsWithTheSameName() throws IOException {
        Path file = write("data", RecordFiles.tfRecords(new byte[10], new byte[20]));
        try (RecordIndex index = RecordIndex.open(List.of(file))) {
            write("data", RecordFiles.tfRecords(new byte[20], new byte[10]));
            index.checkUnchanged();
            assertThatThrownBy(() -> index.get(0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("has changed");
            Files.delete(file);
            assertThatThrownBy(() -> index.get(0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no such file");
            assertThatThrownBy(index::checkUnchanged)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("data");
        }
    }

    @Test
    void rejectsReadsFromAClosedIndex() throws IOException {
        for (int size : new int[] {3, 300_000}) {
            RecordIndex index =
                    RecordIndex.open(List.of(write("closed" + size, RecordFiles.tfRecords(new byte[size]))));
            index.close();
            index.close();
            assertThatThrownBy(() -> index.get(0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the index is closed");
        }
    }

    @Test
    void computesAFingerprintWithoutDirectories() throws IOException {
        Path there = Files.createDirectory(directory.resolve("there"));
        Path here = write("a", RecordFiles.GOLDEN);
        Path copy = Files.write(there.resolve("a"), RecordFiles.GOLDEN);
        Path other = write("b", RecordFiles.GOLDEN);
        try (RecordIndex first = RecordIndex.open(List.of(here));
                RecordIndex same = RecordIndex.open(List.of(copy));
                RecordIndex renamed = RecordIndex.open(List.of(other));
                RecordIndex twice = RecordIndex.open(List.of(here, copy))) {
            assertThat(first.fingerprint()).hasSize(16).isEqualTo(same.fingerprint());
            assertThat(first.fingerprint()).isNotEqualTo(renamed.fingerprint()).isNotEqualTo(twice.fingerprint());
        }
    }

    /** A file that grows: another program appends records, or a part of a record, at one of the reader's steps. */
    private static final class GrowingSource implements ByteSource {

        private final Path file;
        private final byte[] appended;
        private int stepsBefore;

        GrowingSource(Path file, byte[] appended, int stepsBefore) {
            this.file = file;
            this.appended = appended;
            this.stepsBefore = stepsBefore;
        }

        private synchronized ByteSource step() throws IOException {
            if (stepsBefore-- == 0) {
                Files.write(file, appended, StandardOpenOption.APPEND);
            }
            return ByteSource.of(file);
        }

        synchronized boolean hasGrown() {
            return stepsBefore < 0;
        }

        @Override
        public String name() {
            return "growing";
        }

        @Override
        public OptionalLong size() throws IOException {
            return step().size();
        }

        @Override
        public ReadableByteChannel open(long offset) throws IOException {
            return step().open(offset);
        }

        @Override
        public Optional<ByteBuffer> view(long offset, int length) throws IOException {
            return step().view(offset, length);
        }

        @Override
        public Optional<Object> fileKey() throws IOException {
            return step().fileKey();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 12, 40, 116, 348})
    void returnsTheOldRecordsOfAGrowingFile(int appendedBytes) throws IOException {
        byte[] some = RecordFiles.tfRecords(new byte[9], new byte[50], new byte[20]);
        byte[] more = Arrays.copyOf(RecordFiles.tfRecords(new byte[100], new byte[100], new byte[100]), appendedBytes);
        boolean grown = true;
        for (int step = 0; grown; step++) {
            Path file = write("log", some);
            GrowingSource source = new GrowingSource(file, more, step);
            try (RecordIndex index = RecordIndex.openSources(List.of(source))) {
                assertThat(index.size()).as("step %d", step).isBetween(3L, 6L);
                int[] sizes = {9, 50, 20, 100, 100, 100};
                for (int i = 0; i < index.size(); i++) {
                    assertThat(index.get(i).size()).as("step %d", step).isEqualTo(sizes[i]);
                }
            } catch (CorruptRecordException torn) {
                // In this case, the writer stopped inside a record before the reader requested the file size.
                assertThat(torn).as("step %d", step).hasMessageContaining("truncated");
                assertThat(appendedBytes % 116).isNotZero();
            }
            grown = source.hasGrown();
        }
    }
}
