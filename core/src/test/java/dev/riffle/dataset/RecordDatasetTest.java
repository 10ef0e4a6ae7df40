package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFiles;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.SkippedRegion;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.shard.RecordSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordDatasetTest {

    private static final RecordWriterOptions PLAIN = RecordFilesOnDisk.KINDS.get(0);

    @TempDir
    Path directory;

    @Test
    void readsEveryKindOfFileInOrder() throws IOException {
        for (int kind = 0; kind < RecordFilesOnDisk.KINDS.size(); kind++) {
            List<Path> files = RecordFilesOnDisk.write(
                    Files.createDirectory(directory.resolve("kind" + kind)),
                    RecordFilesOnDisk.KINDS.get(kind),
                    2,
                    0,
                    3);
            RecordDataset records = RecordDataset.files(files);
            for (int pass = 0; pass < 2; pass++) {
                assertThat(RecordFilesOnDisk.names(records.toList()))
                        .as("kind %d", kind)
                        .containsExactly("0:0", "0:1", "2:0", "2:1", "2:2");
            }
            assertThat(RecordFilesOnDisk.names(records.parallelReads(2).toList()))
                    .containsExactly("0:0", "0:1", "2:0", "2:1", "2:2");
        }
    }

    @Test
    void readsFilesInTurnAsTensorFlowDoes() throws IOException {
        List<Path> files = RecordFilesOnDisk.write(directory, PLAIN, 1, 2, 3, 1, 2);
        RecordDataset records = RecordDataset.files(files);
        for (RecordDataset two : List.of(
                records.parallelReads(2),
                records.parallelReads(2, Parallel.calls(7).on(Runnable::run)))) {
            assertThat(RecordFilesOnDisk.names(two.toList()))
                    .containsExactly("0:0", "1:0", "1:1", "2:0", "2:1", "3:0", "2:2", "4:0", "4:1");
        }
        assertThat(RecordFilesOnDisk.names(records.parallelReads(3).toList()))
                .containsExactly("0:0", "1:0", "2:0", "1:1", "2:1", "3:0", "2:2", "4:0", "4:1");
    }

    @Test
    void returnsAllRecordsInAnyOrder() throws IOException {
        List<Path> files = RecordFilesOnDisk.write(directory, PLAIN, 300, 2, 0, 500, 20);
        RecordDataset records = RecordDataset.files(files);
        assertThat(records.parallelReads(3, Parallel.calls(2).anyOrder()).toList())
                .containsExactlyInAnyOrderElementsOf(records.toList());
    }

    @Test
    void readsSourcesInMemoryAndEmptyLists() throws IOException {
        Path file = RecordFilesOnDisk.write(directory, PLAIN, 3).get(0);
        ByteSource memory = ByteSource.of(Bytes.ofOwned(Files.readAllBytes(file)), "memory");
        assertThat(RecordFilesOnDisk.names(RecordDataset.sources(memory, memory).toList()))
                .containsExactly("0:0", "0:1", "0:2", "0:0", "0:1", "0:2");
        assertThat(RecordDataset.files(List.of()).toList()).isEmpty();
        assertThat(RecordDataset.files(List.of()).parallelReads(4).toList()).isEmpty();
    }

    @Test
    void readsFilesThatADatasetDelivers() throws IOException {
        List<Path> files = RecordFilesOnDisk.write(directory, PLAIN, 2, 1, 3);
        RecordDataset records = RecordDataset.files(Dataset.fromList(files).filter(file -> !file.endsWith("f1")));
        assertThat(RecordFilesOnDisk.names(records.toList())).containsExactly("0:0", "0:1", "2:0", "2:1", "2:2");
        assertThat(RecordFilesOnDisk.names(records.parallelReads(2).toList()))
                .containsExactly("0:0", "2:0", "0:1", "2:1", "2:2");
    }

    @Test
    void continuesWithTheNextFileAfterDamage() throws IOException {
        List<Path> files = RecordFilesOnDisk.write(directory, PLAIN, 3, 3, 2);
        byte[] bytes = Files.readAllBytes(files.get(1));
        int frame = bytes.length / 3;
        bytes[frame + 20] ^= 1;
        Files.write(files.get(1), bytes);
        RecordDataset records = RecordDataset.files(files);
        assertThat(outcomes(records))
                .containsExactly(
                        "0:0", "0:1", "0:2", "1:0", "damaged " + files.get(1) + " at offset " + frame, "2:0", "2:1");
        // In the interleaved order, an error takes the turn of a record.
        assertThat(outcomes(records.parallelReads(2)))
                .containsExactly(
                        "0:0", "1:0", "0:1", "damaged " + files.get(1) + " at offset " + frame, "0:2", "2:0", "2:1");
        List<SkippedRegion> skipped = Collections.synchronizedList(new ArrayList<>());
        RecordDataset skipping =
                records.options(RecordReaderOptions.defaults().damage(DamagePolicy.skip(skipped::add)));
        assertThat(outcomes(skipping)).containsExactly("0:0", "0:1", "0:2", "1:0", "1:2", "2:0", "2:1");
        assertThat(skipped).hasSize(1);
        assertThat(outcomes(skipping.parallelReads(3)))
                .containsExactly("0:0", "1:0", "2:0", "0:1", "1:2", "2:1", "0:2");
    }

    @Test
    void reportsAMissingFileInItsPlace() throws IOException {
        List<Path> files = RecordFilesOnDisk.write(directory, PLAIN, 2, 2, 2);
        RecordDataset records = RecordDataset.files(files);
        Files.delete(files.get(1));
        assertThat(outcomes(records))
                .containsExactly("0:0", "0:1", "missing " + files.get(1) + " at offset 0", "2:0", "2:1");
        assertThat(outcomes(records.parallelReads(2)))
                .containsExactly("0:0", "missing " + files.get(1) + " at offset 0", "0:1", "2:0", "2:1");
    }

    @Test
    void namesTheFileOnceInAnError() throws IOException {
        List<Path> files = RecordFilesOnDisk.write(directory, PLAIN, 1);
        Files.delete(files.get(0));
        assertThatThrownBy(() -> RecordDataset.files(files).toList())
                .isInstanceOf(DatasetException.class)
                .hasMessage("records: " + files.get(0) + ": no such file; check the path");
    }

    @Test
    void acceptsPathsNamesAndSources() throws IOException {
        List<Path> files = RecordFilesOnDisk.write(directory, PLAIN, 2, 1);
        List<String> names = files.stream().map(Path::toString).toList();
        List<ByteSource> sources = files.stream().map(ByteSource::of).toList();
        for (Dataset<Bytes> records : List.<Dataset<Bytes>>of(
                RecordDataset.files(files.get(0), files.get(1)),
                RecordDataset.files(files),
                RecordDataset.files(RecordSet.of(files)),
                RecordDataset.files(Dataset.fromList(files)),
                RecordDataset.filesNamed(names.get(0), names.get(1)),
                RecordDataset.filesNamed(names),
                RecordDataset.filesNamed(Dataset.fromList(names)),
                RecordDataset.sources(sources.get(0), sources.get(1)),
                RecordDataset.sources(sources),
                RecordDataset.sources(Dataset.fromList(sources)),
                RecordDataset.files(FileListDataset.matching(directory + "/f*").sorted()),
                RecordDataset.files(
                        FileListDataset.matching(directory.resolve("f*")).sorted()),
                RecordDataset.files(
                        FileListDataset.matching(List.of(directory + "/f*")).sorted()))) {
            assertThat(RecordFilesOnDisk.names(records.toList())).containsExactly("0:0", "0:1", "1:0");
        }
        Resumes.everywhere(
                () -> RecordDataset.filesNamed(Dataset.fromList(names)).parallelReads(2));
    }

    @Test
    void reportsAChangedFileAfterAResume() throws IOException {
        for (RecordWriterOptions kind : RecordFilesOnDisk.KINDS) {
            Path place = Files.createTempDirectory(directory, "changed");
            List<Path> files = RecordFilesOnDisk.write(place, kind, 10, 1);
            RecordDataset records = RecordDataset.files(Dataset.fromList(files));
            Checkpoint checkpoint;
            Checkpoint after;
            try (DatasetIterator<Bytes> iterator = records.iterator()) {
                assertThat(Trace.of(iterator, 6)).hasSize(6);
                checkpoint = iterator.checkpoint();
                assertThat(Trace.of(iterator, 4)).hasSize(4);
                after = iterator.checkpoint();
            }
            try (DatasetIterator<Bytes> iterator = records.resume(after)) {
                assertThat(RecordFilesOnDisk.name(iterator.next())).isEqualTo("1:0");
            }
            RecordFilesOnDisk.write(place, kind.overwrite(), 2, 1);
            for (Checkpoint each : List.of(checkpoint, after)) {
                try (DatasetIterator<Bytes> iterator = records.resume(each)) {
                    assertThatThrownBy(iterator::next)
                            .isInstanceOf(DatasetException.class)
                            .hasMessageContaining("f0")
                            .hasMessageContaining("the file has changed");
                    assertThat(RecordFilesOnDisk.name(iterator.next())).isEqualTo("1:0");
                    assertThat(iterator.hasNext()).isFalse();
                }
            }
        }
    }

    @Test
    void recomputesCompressedRecordsAfterDamage() throws Exception {
        byte[] plain = RecordFiles.write(PLAIN, new byte[6][50]);
        plain[2 * plain.length / 6 + 20] ^= 1;
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(plain);
        }
        ByteSource source = ByteSource.of(Bytes.copyOf(zipped.toByteArray()), "damaged");
        Resumes.everywhere(() -> RecordDataset.sources(source)
                .options(RecordReaderOptions.defaults().damage(DamagePolicy.skip(region -> {})))
                .shuffle(3, Seed.of(1), Reshuffle.EACH_ITERATION));
    }

    @Test
    void checkpointDescribesTheFilesAtTheStartOfTheRun() throws IOException {
        List<Path> files = RecordFilesOnDisk.write(directory, PLAIN, 3, 2);
        String text;
        try (DatasetIterator<Bytes> iterator = RecordDataset.files(files).iterator()) {
            iterator.next();
            RecordFilesOnDisk.write(directory, PLAIN.overwrite(), 3, 4);
            text = iterator.checkpoint().toString();
        }
        assertThatExceptionOfType(CheckpointException.class).isThrownBy(() -> rest(RecordDataset.files(files), text));
    }

    @Test
    void doesNotOverwriteAFileInPlace() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordDataset.write(
                        Dataset.of(Bytes.empty()),
                        directory.resolve("x"),
                        PLAIN.overwrite().inPlace()))
                .withMessageContaining("use only one of them");
    }

    @Test
    void rejectsWrongArgumentsImmediately() {
        for (int wrong : new int[] {0, -3}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RecordDataset.files(List.of()).parallelReads(wrong))
                    .withMessage("numParallelReads must be positive, or -1 (Riffle chooses): " + wrong);
        }
    }

    @Test
    void refusesToFollow() {
        RecordDataset records = RecordDataset.filesNamed("somewhere");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> records.options(RecordReaderOptions.defaults().follow()))
                .withMessageContaining("remove follow()");
    }

    @Test
    void skipsPayloadChecksumsIfRequested() throws IOException {
        Path file = RecordFilesOnDisk.write(directory, PLAIN, 2).get(0);
        byte[] content = Files.readAllBytes(file);
        content[content.length - 1] ^= 1;
        Files.write(file, content);
        assertThatThrownBy(() -> RecordDataset.files(file).toList()).isInstanceOf(DatasetException.class);
        RecordReaderOptions ignoring = RecordReaderOptions.defaults().ignorePayloadChecksums();
        assertThat(RecordFilesOnDisk.names(
                        RecordDataset.files(file).options(ignoring).toList()))
                .containsExactly("0:0", "0:1");
    }

    @Test
    void recomputesRecords() throws Exception {
        long seed = Rounds.seed("recomputed records");
        Random random = new Random(seed);
        for (RecordWriterOptions kind : RecordFilesOnDisk.KINDS) {
            Path place = Files.createTempDirectory(directory, "kind");
            List<Path> files = RecordFilesOnDisk.write(place, kind, 700, 0, 20_000, 900);
            for (RecordDataset records : List.of(
                    RecordDataset.files(files),
                    RecordDataset.files(files).parallelReads(3),
                    RecordDataset.files(Dataset.fromList(files)),
                    RecordDataset.files(files)
                            .options(RecordReaderOptions.defaults().withoutMapping()))) {
                List<ElementLineage> lineages = new ArrayList<>();
                List<Bytes> elements = new ArrayList<>();
                try (Run run = new Run();
                        Stage<Bytes> stage = records.node().open(run)) {
                    for (Bytes element = stage.next(); element != null; element = stage.next()) {
                        lineages.add(stage.lineage());
                        elements.add(element);
                    }
                }
                assertThat(elements).hasSize(21_600);
                List<ElementLineage> wanted = new ArrayList<>();
                List<Bytes> expected = new ArrayList<>();
                for (int i = 0; i < 1000; i++) {
                    int index = random.nextInt(lineages.size());
                    wanted.add(lineages.get(index));
                    expected.add(elements.get(index));
                }
                try (Run run = new Run()) {
                    assertThat(records.node().recompute(wanted, run)).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void resumesAfterEveryRecordInAnotherDirectory() throws IOException {
        for (RecordWriterOptions kind : RecordFilesOnDisk.KINDS) {
            List<Path> here = RecordFilesOnDisk.write(Files.createTempDirectory(directory, "a"), kind, 3, 0, 4, 1);
            List<Path> there = RecordFilesOnDisk.write(Files.createTempDirectory(directory, "b"), kind, 3, 0, 4, 1);
            for (int reads = 1; reads <= 3; reads++) {
                List<String> all = RecordFilesOnDisk.names(
                        RecordDataset.files(here).parallelReads(reads).toList());
                for (int taken = 0; taken <= all.size(); taken++) {
                    Parallel alone = Parallel.calls(1).on(Runnable::run);
                    String text = checkpoint(RecordDataset.files(here).parallelReads(reads), taken);
                    assertThat(rest(RecordDataset.files(there).parallelReads(reads, alone), text))
                            .as("kind %s, %d reads, %d taken: %s", kind, reads, taken, text)
                            .isEqualTo(all.subList(taken, all.size()));
                }
            }
        }
    }

    @Test
    void resumesAParallelRunWithoutThreads() throws IOException {
        List<Path> files = RecordFilesOnDisk.write(directory, PLAIN, 700, 3, 0, 400);
        RecordDataset alone = RecordDataset.files(files);
        RecordDataset ahead = alone.parallelReads(1, Parallel.calls(3));
        List<String> all = RecordFilesOnDisk.names(alone.toList());
        for (int taken : new int[] {0, 1, 255, 256, 257, 699, 700, 701, 703, 1102, 1103}) {
            assertThat(rest(alone, checkpoint(ahead, taken))).isEqualTo(all.subList(taken, all.size()));
            assertThat(rest(ahead, checkpoint(alone, taken))).isEqualTo(all.subList(taken, all.size()));
        }
    }

    @Test
    void resumesEverywhereWithErrorsAndShuffles() throws IOException {
        List<Path> files = RecordFilesOnDisk.write(directory, PLAIN, 2, 0, 3, 2);
        byte[] damaged = Files.readAllBytes(files.get(2));
        damaged[damaged.length / 3 + 20] ^= 1;
        Files.write(files.get(2), damaged);
        List<Path> withMissing = new ArrayList<>(files);
        withMissing.add(1, directory.resolve("missing"));
        for (int reads = 1; reads <= 3; reads++) {
            int turns = reads;
            Resumes.everywhere(() -> RecordDataset.files(withMissing).parallelReads(turns));
            Resumes.between(
                    () -> RecordDataset.files(withMissing).parallelReads(turns),
                    () -> RecordDataset.files(withMissing)
                            .parallelReads(turns, Parallel.calls(1).on(Runnable::run)),
                    record -> record);
            Resumes.everywhere(() -> RecordDataset.files(withMissing)
                    .parallelReads(turns)
                    .shuffle(3, Seed.of(1), Reshuffle.EACH_ITERATION)
                    .batch(2));
        }
    }

    @Test
    void resumesEverywhereFromShuffledShardsOfFiles() throws IOException {
        RecordFilesOnDisk.write(directory, PLAIN, 2, 0, 3, 2, 1);
        for (int reads = 1; reads <= 2; reads++) {
            int turns = reads;
            Resumes.everywhere(() -> RecordDataset.files(
                            FileListDataset.in(directory, "f*").seed(Seed.of(3)).shard(2, 0))
                    .parallelReads(turns)
                    .shuffle(2, Seed.of(1), Reshuffle.EACH_ITERATION));
        }
    }

    @Test
    void reportsAnErrorOfTheInputInItsPlace() throws IOException {
        List<Path> files = RecordFilesOnDisk.write(directory, PLAIN, 2, 1, 2);
        Dataset<Path> odd = Dataset.fromList(files).map(file -> {
            if (file.endsWith("f1")) {
                throw new IOException("no such shard");
            }
            return file;
        });
        for (int reads = 1; reads <= 3; reads++) {
            RecordDataset records = RecordDataset.files(odd).parallelReads(reads);
            List<String> seen = new ArrayList<>();
            try (DatasetIterator<Bytes> iterator = records.iterator()) {
                while (iterator.hasNext()) {
                    try {
                        seen.add(RecordFilesOnDisk.name(iterator.next()));
                    } catch (DatasetException e) {
                        seen.add(e.getMessage());
                    }
                }
            }
            assertThat(seen).containsExactlyInAnyOrder("0:0", "0:1", "map: no such shard", "2:0", "2:1");
            Resumes.everywhere(() -> records);
        }
    }

    @Test
    void readsWithABusyPoolOfOneThread() throws Exception {
        List<Path> files = RecordFilesOnDisk.write(directory, PLAIN, 600, 300, 900);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        CountDownLatch free = new CountDownLatch(1);
        try {
            pool.execute(() -> {
                try {
                    free.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            RecordDataset records = RecordDataset.files(files)
                    .parallelReads(2, Parallel.calls(3).on(pool));
            assertThat(records.toList()).hasSize(1800);
            free.countDown();
            assertThat(records.toList()).hasSize(1800);
        } finally {
            pool.shutdown();
            assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        }
        assertThat(RecordDataset.files(files)
                        .parallelReads(2, Parallel.calls(3).on(pool))
                        .toList())
                .as("a pool that accepts no task")
                .hasSize(1800);
    }

    @Test
    void readsAheadOnlyToItsLimit() throws Exception {
        AtomicLong read = new AtomicLong();
        byte[] file = RecordFiles.write(PLAIN, new byte[5000][1000]);
        ByteSource counted = new CountedSource(file, read);
        try (DatasetIterator<Bytes> iterator = RecordDataset.sources(counted, counted, counted, counted)
                .parallelReads(2, Parallel.calls(2).on(Runnable::run))
                .iterator()) {
            for (int i = 0; i < 10; i++) {
                iterator.next();
            }
            // The dataset reads at most three files ahead, with two chunks and one buffer for each file.
            assertThat(read).hasValueLessThan(3L * 3 * (300 << 10));
        }
    }

    private record CountedSource(byte[] file, AtomicLong read) implements ByteSource {

        @Override
        public String name() {
            return "counted";
        }

        @Override
        public OptionalLong size() {
            return OptionalLong.of(file.length);
        }

        @Override
        public ReadableByteChannel open(long offset) throws IOException {
            ReadableByteChannel channel = RecordFiles.source(file).open(offset);
            return new ReadableByteChannel() {
                @Override
                public int read(ByteBuffer target) throws IOException {
                    int count = channel.read(target);
                    read.addAndGet(Math.max(count, 0));
                    return count;
                }

                @Override
                public boolean isOpen() {
                    return channel.isOpen();
                }

                @Override
                public void close() throws IOException {
                    channel.close();
                }
            };
        }
    }

    @Test
    void rejectsACheckpointOfOtherFiles() throws IOException {
        List<Path> files = RecordFilesOnDisk.write(directory, PLAIN, 3, 2);
        String text = checkpoint(RecordDataset.files(files), 1);
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> rest(RecordDataset.files(files.get(0)), text))
                .withMessageContaining("records(2 files,")
                .withMessageContaining("here it is records(1 file,");
        RecordFilesOnDisk.write(directory, PLAIN.overwrite(), 3, 3);
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> rest(RecordDataset.files(files), text))
                .withMessageContaining("another pipeline");
    }

    private static String checkpoint(Dataset<Bytes> records, int taken) {
        try (DatasetIterator<Bytes> iterator = records.iterator()) {
            for (int i = 0; i < taken; i++) {
                iterator.next();
            }
            return iterator.checkpoint().toString();
        }
    }

    private static List<String> rest(Dataset<Bytes> records, String checkpoint) {
        List<String> rest = new ArrayList<>();
        try (DatasetIterator<Bytes> iterator = records.resume(Checkpoint.parse(checkpoint))) {
            iterator.forEachRemaining(each -> rest.add(RecordFilesOnDisk.name(each)));
        }
        return rest;
    }

    private static List<String> outcomes(Dataset<Bytes> records) {
        List<String> outcomes = new ArrayList<>();
        try (DatasetIterator<Bytes> iterator = records.iterator()) {
            while (iterator.hasNext()) {
                try {
                    outcomes.add(RecordFilesOnDisk.name(iterator.next()));
                } catch (DatasetException e) {
                    String kind = e.getCause() instanceof CorruptRecordException
                            ? "damaged "
                            : e.getCause() instanceof NoSuchFileException ? "missing " : "failed ";
                    outcomes.add(kind + e.origin().orElseThrow());
                }
            }
        }
        return outcomes;
    }
}
