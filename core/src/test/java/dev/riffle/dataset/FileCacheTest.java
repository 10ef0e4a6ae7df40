package dev.riffle.dataset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.riffle.RecordFiles;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileCacheTest {

    private static final RecordWriterOptions PLAIN =
            RecordWriterOptions.defaults().withoutSync();

    @Test
    void readsChangedMemorySourcesAndIndexedFilesAgain(@TempDir Path place) throws IOException {
        Path file = place.resolve("records");
        Path kept = place.resolve("kept");
        for (String text : List.of("a", "b")) {
            RecordDataset.write(
                    Dataset.of(Bytes.ofUtf8(text)),
                    file,
                    RecordWriterOptions.defaults().overwrite());
            ByteSource memory = ByteSource.of(Bytes.ofOwned(Files.readAllBytes(file)), "memory");
            assertThat(RecordDataset.sources(memory).cache(kept).toList()).containsExactly(Bytes.ofUtf8(text));
        }
        Path keptOfIndex = place.resolve("kept-of-index");
        for (String text : List.of("a", "b")) {
            RecordDataset.write(
                    Dataset.of(Bytes.ofUtf8(text)),
                    file,
                    RecordWriterOptions.defaults().overwrite());
            Files.setLastModifiedTime(file, FileTime.fromMillis(text.charAt(0)));
            try (RecordIndex index = RecordIndex.open(List.of(file))) {
                assertThat(Dataset.globalShuffle(index, Seed.of(1))
                                .cache(keptOfIndex)
                                .toList())
                        .containsExactly(Bytes.ofUtf8(text));
            }
        }
    }

    /** A source in memory may have the name of a file on disk, which says nothing about the source. */
    @Test
    void neverLooksAtTheDiskForASourceInMemory(@TempDir Path place) throws IOException {
        Path disk = Files.writeString(place.resolve("records"), "another file");
        Path kept = place.resolve("kept");
        Path keptOfIndex = place.resolve("kept-of-index");
        for (String text : List.of("a", "b")) {
            ByteSource memory =
                    ByteSource.of(Bytes.ofOwned(RecordFiles.tfRecords(text.getBytes(UTF_8))), disk.toString());
            assertThat(RecordDataset.sources(memory).cache(kept).toList()).containsExactly(Bytes.ofUtf8(text));
            try (RecordIndex index = RecordIndex.openSources(List.of(memory))) {
                assertThat(Dataset.globalShuffle(index, Seed.of(1))
                                .cache(keptOfIndex)
                                .toList())
                        .containsExactly(Bytes.ofUtf8(text));
            }
        }
    }

    /** A file in another file system has a modification time, too. */
    @Test
    void readsChangedFilesOfOtherFileSystemsAgain(@TempDir Path place) throws IOException {
        try (FileSystem files = Jimfs.newFileSystem(Configuration.unix())) {
            Path file = files.getPath("/records");
            for (String text : List.of("a", "b")) {
                Files.write(file, RecordFiles.tfRecords(text.getBytes(UTF_8)));
                Files.setLastModifiedTime(file, FileTime.fromMillis(text.charAt(0)));
                assertThat(RecordDataset.files(file)
                                .cache(place.resolve("kept"))
                                .toList())
                        .containsExactly(Bytes.ofUtf8(text));
            }
        }
    }

    @TempDir
    Path directory;

    private final AtomicInteger made = new AtomicInteger();
    private Path file;

    @BeforeEach
    void setUpThePath() {
        file = directory.resolve("cache");
    }

    private Dataset<Long> counted(long count) {
        return Dataset.range(count).map(number -> {
            made.incrementAndGet();
            return number;
        });
    }

    @Test
    void keepsAFullPassForLaterPrograms() throws IOException {
        Dataset<Long> cached = counted(5).cache(file);
        assertThat(cached.take(3).toList()).hasSize(3);
        assertThat(file).doesNotExist();
        assertThat(cached.repeat(2).toList()).hasSize(10);
        assertThat(counted(5).cache(file).toList()).containsExactly(0L, 1L, 2L, 3L, 4L);
        assertThat(made).hasValue(8);
        assertThat(cached.take(5).toList()).hasSize(5);
        assertThat(fileNames()).containsExactly("cache");
    }

    @Test
    void isCompleteWhenTheKnownSizeIsReached() {
        assertThat(counted(5).cache(file).take(5).toList()).hasSize(5);
        assertThat(file).exists();
        assertThat(counted(0).cache(directory.resolve("empty")).toList()).isEmpty();
        assertThat(counted(0).cache(directory.resolve("empty")).toList()).isEmpty();
        assertThat(directory.resolve("empty")).exists();
    }

    @Test
    void writesTheFileAgainForAnotherPipeline() {
        assertThat(counted(5).cache(file).toList()).hasSize(5);
        assertThat(counted(4).cache(file).toList()).hasSize(4);
        assertThat(counted(4).cache(file, "2").toList()).hasSize(4);
        assertThat(made).hasValue(13);
        assertThat(counted(4).cache(file, "2").toList()).hasSize(4);
        assertThat(made).hasValue(13);
        assertThat(Dataset.of(1L, 2L).cache(file).toList()).containsExactly(1L, 2L);
        assertThat(Dataset.of(1L, 3L).cache(file).toList()).containsExactly(1L, 3L);
    }

    @Test
    void writesTheFileAgainForChangedInputs() throws IOException {
        List<Path> inputs = RecordFilesOnDisk.write(directory, PLAIN, 2, 2);
        List<Bytes> before = RecordDataset.files(inputs).cache(file).toList();
        byte[] swapped = Files.readAllBytes(inputs.get(1));
        FileTime time = Files.getLastModifiedTime(inputs.get(0));
        Files.write(inputs.get(0), swapped);
        Files.setLastModifiedTime(inputs.get(0), FileTime.fromMillis(time.toMillis() + 5_000));
        List<Bytes> after = RecordDataset.files(inputs).cache(file).toList();
        assertThat(before).isNotEqualTo(after);
        assertThat(after).isEqualTo(RecordDataset.files(inputs).toList());
        Files.setLastModifiedTime(inputs.get(1), FileTime.fromMillis(0));
        assertThat(RecordDataset.files(FileListDataset.in(directory, "f?").sorted())
                        .cache(file)
                        .toList())
                .isEqualTo(after);
        assertThat(RecordDataset.files(Dataset.fromList(inputs)).cache(file).toList())
                .isEqualTo(after);
    }

    @Test
    void rejectsAndKeepsAFileThatIsNotACache() throws IOException {
        for (byte[] content : List.of(
                new byte[0],
                "some text".getBytes(java.nio.charset.StandardCharsets.UTF_8),
                Files.readAllBytes(RecordFilesOnDisk.write(directory, PLAIN, 3).get(0)))) {
            Files.write(file, content);
            assertThatThrownBy(() -> counted(3).cache(file).toList())
                    .isInstanceOf(DatasetException.class)
                    .hasMessageContaining("is not a Riffle cache; choose another path, or delete the file");
            assertThat(file).hasBinaryContent(content);
            Files.delete(file);
            Files.delete(directory.resolve("f0"));
            RecordFilesOnDisk.write(directory, PLAIN, 3);
        }
    }

    @Test
    void reportsDamageAtEveryByte() throws IOException {
        List<Long> expected = counted(4).cache(file).toList();
        byte[] bytes = Files.readAllBytes(file);
        for (int size = 0; size < bytes.length; size++) {
            Files.write(file, java.util.Arrays.copyOf(bytes, size));
            assertThatThrownBy(() -> counted(4).cache(file).toList())
                    .as("cut at %d", size)
                    .isInstanceOf(DatasetException.class);
        }
        for (int i = 0; i < bytes.length; i++) {
            byte[] wrong = bytes.clone();
            wrong[i] ^= 4;
            Files.write(file, wrong);
            assertThatThrownBy(() -> counted(4).cache(file).toList())
                    .as("flipped %d", i)
                    .isInstanceOf(DatasetException.class)
                    .hasMessageContaining(file.toString());
        }
        Files.write(file, bytes);
        assertThat(counted(4).cache(file).toList()).isEqualTo(expected);
    }

    @Test
    void writesNoFileForAPassWithAnError() throws IOException {
        AtomicInteger failures = new AtomicInteger(1);
        Dataset<Long> cached = Dataset.range(4)
                .map(number -> {
                    if (number == 2 && failures.getAndDecrement() > 0) {
                        throw new IOException("for once");
                    }
                    return number;
                })
                .cache(file);
        try (DatasetIterator<Long> iterator = cached.iterator()) {
            iterator.next();
            iterator.next();
            assertThatThrownBy(iterator::next).hasMessageContaining("for once");
            assertThat(iterator.next()).isEqualTo(3);
            assertThat(iterator.hasNext()).isFalse();
        }
        assertThat(fileNames()).isEmpty();
        assertThat(cached.toList()).hasSize(4);
        assertThat(fileNames()).containsExactly("cache");
    }

    @Test
    void rejectsEveryElementThatItCannotStore() throws IOException {
        Dataset<Object> cached = Dataset.range(4)
                .map(number -> number % 2 == 0 ? number : new StringBuilder())
                .map(x -> (Object) x)
                .cache(file);
        try (DatasetIterator<Object> iterator = cached.iterator()) {
            assertThat(iterator.next()).isEqualTo(0L);
            assertThatThrownBy(iterator::next).hasMessageContaining("map elements to Bytes");
            assertThat(iterator.next()).isEqualTo(2L);
            assertThatThrownBy(iterator::next).hasMessageContaining("java.lang.StringBuilder");
            assertThat(iterator.hasNext()).isFalse();
        }
        assertThat(fileNames()).isEmpty();
    }

    @Test
    void allowsTwoConcurrentWriters() throws IOException {
        Dataset<Long> cached = counted(4).cache(file);
        for (int ahead = 0; ahead <= 4; ahead++) {
            for (boolean stale : new boolean[] {false, true}) {
                Files.deleteIfExists(file);
                if (stale) {
                    counted(2).cache(file).toList();
                }
                List<Long> seen = new ArrayList<>();
                try (DatasetIterator<Long> first = cached.iterator();
                        DatasetIterator<Long> second = cached.iterator()) {
                    for (int i = 0; i < ahead; i++) {
                        seen.add(first.next());
                    }
                    second.forEachRemaining(number -> {});
                    first.forEachRemaining(seen::add);
                }
                assertThat(seen).containsExactly(0L, 1L, 2L, 3L);
                assertThat(fileNames()).containsExactly("cache");
                assertThat(cached.toList()).isEqualTo(seen);
            }
        }
    }

    @Test
    void resumesWhileWritingWithTheSameLaterPasses() throws IOException {
        for (int taken = 0; taken <= 14; taken++) {
            Path here = Files.createTempDirectory(directory, "here").resolve("cache");
            Path there = Files.createTempDirectory(directory, "there").resolve("cache");
            List<Long> expected = shuffled(here).toList();
            Files.delete(here);
            Checkpoint checkpoint;
            try (DatasetIterator<Long> iterator = shuffled(here).iterator()) {
                for (int i = 0; i < taken; i++) {
                    iterator.next();
                }
                checkpoint = Checkpoint.parse(iterator.checkpoint().toString());
            }
            if (Files.exists(here)) {
                Files.copy(here, there);
            }
            List<Long> rest = new ArrayList<>();
            try (DatasetIterator<Long> iterator = shuffled(there).resume(checkpoint)) {
                iterator.forEachRemaining(rest::add);
            }
            assertThat(rest).as("resumed at %d", taken).isEqualTo(expected.subList(taken, 14));
        }
    }

    private static Dataset<Long> shuffled(Path cache) {
        return Dataset.range(7)
                .shuffle(4, Seed.of(5), Reshuffle.EACH_ITERATION)
                .cache(cache)
                .repeat(2);
    }

    @Test
    void rejectsACheckpointWithoutItsCacheFile() throws IOException {
        Dataset<Long> cached = counted(4).cache(file);
        cached.toList();
        Checkpoint checkpoint;
        try (DatasetIterator<Long> iterator = cached.iterator()) {
            iterator.next();
            checkpoint = iterator.checkpoint();
        }
        try (DatasetIterator<Long> iterator = cached.resume(checkpoint)) {
            assertThat(iterator.next()).isEqualTo(1);
        }
        Files.delete(file);
        assertThatThrownBy(() -> cached.resume(checkpoint))
                .hasMessageContaining("restore the file, or start a new run");
    }

    @Test
    void resumesWhileReading() {
        Dataset.range(8).cache(file).toList();
        Resumes.everywhere(() -> Dataset.range(8).cache(file));
        Resumes.everywhere(() -> Dataset.range(8)
                .cache(file)
                .shuffle(5, Seed.of(2), Reshuffle.EACH_ITERATION)
                .batch(3));
    }

    @Test
    void storesOneRecordForEachElement() throws IOException {
        Dataset.of("a", "b").cache(file).toList();
        List<Integer> sizes = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(file)) {
            while (reader.next()) {
                sizes.add(reader.payloadSize());
            }
        }
        assertThat(sizes).containsExactly("riffle cache 1\n".length() + 64, 7, 7, 9);
    }

    private List<String> fileNames() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(path -> path.getFileName().toString()).toList();
        }
    }

    @Test
    void distinguishesSlicesByTheirElements() {
        Dataset.fromArray(new long[] {1, 2, 3}).cache(file).toList();
        assertThat(Dataset.fromArray(new long[] {7, 8, 9}).cache(file).toList()).containsExactly(7L, 8L, 9L);
        assertThat(Dataset.fromArray(new String[] {"a", "b"}).cache(file).toList())
                .containsExactly("a", "b");
        assertThat(Dataset.fromArray(new String[] {"a", "c"}).cache(file).toList())
                .containsExactly("a", "c");
        for (long first : new long[] {1, 2}) {
            Dataset<Tensor> slices = Dataset.fromTensorSlices(DenseTensor.vector(Values.ofLongs(first, 5)));
            assertThat(slices.cache(file).toList()).isEqualTo(slices.toList());
        }
    }

    @Test
    void rejectsElementsAgainAfterACheckpoint() {
        for (Dataset<Object> elements : List.of(
                Dataset.<Object>of(1L, new StringBuilder("x"), 2L, new StringBuilder("y"), 3L),
                Dataset.<Object>of(1L, 2L, new StringBuilder("x")),
                Dataset.<Object>of(new StringBuilder("x"), 2L, 3L))) {
            Dataset<Object> cached = elements.cache(file);
            Trace.resumes(cached, cached);
            assertThat(Files.exists(file)).isFalse();
        }
    }

    @Test
    void distinguishesOtherSourceElementsByTheirText() {
        Path file = directory.resolve("settings");
        assertThat(Dataset.of(new Setting("a")).map(Setting::name).cache(file).toList())
                .containsExactly("a");
        assertThat(Dataset.of(new Setting("q")).map(Setting::name).cache(file).toList())
                .containsExactly("q");
    }

    private record Setting(String name) {}

    @Test
    void resumeFailsIfTheReplayFailsForever() throws IOException {
        Dataset<String> joined = Dataset.of("x")
                .concatenate(Dataset.of("y").cache(file))
                .concatenate(Dataset.of("z", "w"))
                .scan("", (text, next) -> Pair.of(text + next, text + next));
        Checkpoint checkpoint;
        try (DatasetIterator<String> iterator = joined.iterator()) {
            assertThat(Trace.of(iterator, 3)).containsExactly("x", "xy", "xyz");
            checkpoint = iterator.checkpoint();
        }
        Files.writeString(file, "no cache");
        assertThatThrownBy(() -> joined.resume(checkpoint)).hasMessageContaining("is not a Riffle cache");
    }
}
