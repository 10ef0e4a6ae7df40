package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.IndexState;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.scan.ParallelScan;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads and writes the same files and index files in parallel. */
class ConcurrentFilesTest {

    private static final int RECORDS = 5000;
    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();

    @TempDir
    Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() throws InterruptedException {
        threads.shutdown();
        assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    private Path write(String name, String mark, int count, Compression compression) throws IOException {
        Path file = directory.resolve(name);
        RecordWriter.write(file, OPTIONS.overwrite().compression(compression), records -> {
            for (int i = 0; i < count; i++) {
                records.write(text(mark, i));
            }
        });
        return file;
    }

    private static String text(String mark, int record) {
        return mark + " " + record + " ".repeat(record % 50);
    }

    private static void awaitAll(List<? extends Future<?>> futures) throws Exception {
        for (Future<?> future : futures) {
            future.get();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip"})
    void readsWhileTheIndexFileAppearsAndDisappears(String compression) throws Exception {
        Path file = write("a", "old", RECORDS, Compression.of(compression));
        IndexFile side = IndexFile.of(file);
        side.build(IndexOptions.defaults());
        AtomicBoolean done = new AtomicBoolean();
        List<Future<?>> others = List.of(
                threads.submit(() -> {
                    while (!done.get()) {
                        side.build(IndexOptions.defaults());
                    }
                    return null;
                }),
                threads.submit(() -> {
                    while (!done.get()) {
                        side.remove();
                        side.build(IndexOptions.defaults());
                    }
                    return null;
                }));
        List<Future<?>> readers = new ArrayList<>();
        try (RecordIndex shared = RecordIndex.open(List.of(file))) {
            for (int reader = 0; reader < 8; reader++) {
                Random random = new Random(reader);
                readers.add(threads.submit(() -> {
                    for (int round = 0; round < 4; round++) {
                        try (RecordIndex own = RecordIndex.open(List.of(file))) {
                            for (int i = 0; i < 50; i++) {
                                int record = random.nextInt(RECORDS);
                                Bytes expected = Bytes.ofUtf8(text("old", record));
                                assertThat(own.get(record)).isEqualTo(expected);
                                assertThat(shared.get(record)).isEqualTo(expected);
                            }
                        }
                        assertThat(RecordIndex.count(List.of(file))).isEqualTo(RECORDS);
                    }
                    return null;
                }));
            }
            try {
                awaitAll(readers);
            } finally {
                done.set(true);
            }
        }
        awaitAll(others);
        assertThat(side.check().kind()).isEqualTo(IndexState.Kind.FRESH);
        assertHiddenFiles(".a.index");
    }

    @Test
    void buildsTheSameIndexFilesInParallel() throws Exception {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            files.add(write("f" + i, "f" + i, 1000, i % 2 == 0 ? Compression.NONE : Compression.GZIP));
        }
        CyclicBarrier start = new CyclicBarrier(4);
        List<Future<?>> makers = new ArrayList<>();
        for (int maker = 0; maker < 4; maker++) {
            makers.add(threads.submit(() -> {
                start.await();
                try (RecordIndex index =
                        RecordIndex.open(files, IndexOptions.defaults().writeIndexFiles())) {
                    for (int i = 0; i < 4; i++) {
                        assertThat(index.get(i * 1000L + 999)).isEqualTo(Bytes.ofUtf8(text("f" + i, 999)));
                    }
                }
                return null;
            }));
        }
        awaitAll(makers);
        for (Path file : files) {
            assertThat(IndexFile.of(file).check().kind()).isEqualTo(IndexState.Kind.FRESH);
        }
        assertHiddenFiles(".f0.index", ".f1.index", ".f2.index", ".f3.index");
    }

    /**
     * Starts several writers of one set. One writer succeeds, all others fail, and the set contains no mixture of
     * shards.
     */
    @ParameterizedTest
    @ValueSource(strings = {"shards", "ofRecords", "sharded"})
    void acceptsOneOfSeveralWritersOfASet(String way) throws Exception {
        for (int round = 0; round < 10; round++) {
            Path prefix = directory.resolve(way + round);
            CyclicBarrier start = new CyclicBarrier(3);
            List<Future<Boolean>> writers = new ArrayList<>();
            for (String mark : List.of("x", "y", "z")) {
                Path input = write(mark, mark, 300, Compression.NONE);
                Callable<Boolean> writer = () -> {
                    start.await();
                    try {
                        writeSet(way, prefix, mark, input);
                        return true;
                    } catch (FileSystemException rejected) {
                        assertThat(rejected)
                                .hasMessageContaining(prefix.toString())
                                .hasMessageFindingMatch("exists already|another writer is committing this file");
                        return false;
                    }
                };
                writers.add(threads.submit(writer));
            }
            awaitAll(writers);
            int succeeded = 0;
            for (Future<Boolean> writer : writers) {
                succeeded += writer.get() ? 1 : 0;
            }
            assertThat(succeeded).as("round %d", round).isEqualTo(1);
            Set<String> marks = new HashSet<>();
            int records = 0;
            for (Path file : filesOf(prefix)) {
                try (RecordReader reader = RecordReader.open(file)) {
                    while (reader.next()) {
                        marks.add(Bytes.copyOf(reader.payloadBytes()).utf8().substring(0, 1));
                        records++;
                    }
                }
            }
            assertThat(marks).as("round %d", round).hasSize(1);
            assertThat(records).isEqualTo(300);
            RecordSet set = RecordSet.find(directory, way + round + "@*");
            assertThat(set.manifest().orElseThrow().check(directory)).isEmpty();
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(Path::toString).filter(name -> name.endsWith(".tmp")))
                    .isEmpty();
        }
    }

    private List<Path> filesOf(Path prefix) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().startsWith(prefix + "-"))
                    .toList();
        }
    }

    private static void writeSet(String way, Path prefix, String mark, Path input) throws IOException {
        RecordRewrite rewrite = RecordRewrite.of(List.of(ByteSource.of(input)));
        switch (way) {
            case "shards" -> rewrite.copyTo(RecordOutput.shards(ShardNames.of(prefix, 5), OPTIONS));
            case "ofRecords" -> rewrite.copyTo(RecordOutput.ofRecords(prefix, "", 60, OPTIONS));
            default -> {
                try (ShardedRecordWriter writer = ShardedRecordWriter.create(ShardNames.of(prefix, 5), OPTIONS)) {
                    for (int i = 0; i < 300; i++) {
                        writer.write(Bytes.ofUtf8(text(mark, i)));
                    }
                    writer.commit();
                }
            }
        }
    }

    /** Appends to a file during reads. An open reader reads the old file, and a new reader reads the new file. */
    @Test
    void readsWhileAnAppendReplacesTheFile() throws Exception {
        Path log = write("log", "old", 1000, Compression.NONE);
        Path more = write("more", "new", 100, Compression.NONE);
        AtomicBoolean done = new AtomicBoolean();
        List<Future<?>> readers = new ArrayList<>();
        for (int reader = 0; reader < 3; reader++) {
            readers.add(threads.submit(() -> {
                while (!done.get()) {
                    long counted = 0;
                    try (RecordReader records = RecordReader.open(log)) {
                        while (records.next()) {
                            counted++;
                        }
                    }
                    assertThat(counted % 100).isZero();
                    assertThat(counted).isGreaterThanOrEqualTo(1000);
                    assertThat(ParallelScan.of(ByteSource.of(log)).threads(2).count() % 100)
                            .isZero();
                    assertThat(RecordIndex.count(List.of(log)) % 100).isZero();
                }
                return null;
            }));
        }
        try {
            for (int i = 0; i < 30; i++) {
                RecordRewrite.of(List.of(ByteSource.of(more))).appendTo(log);
            }
        } finally {
            done.set(true);
        }
        awaitAll(readers);
        assertThat(RecordIndex.count(List.of(log))).isEqualTo(4000);
    }

    /**
     * Checks that each shard is complete and from one write operation. The first shard is absent during the commit, so
     * readers never accept a mixture.
     */
    @Test
    void readsWhileASetIsReplaced() throws Exception {
        List<RecordRewrite> writings = new ArrayList<>();
        // The records of both sets have equal sizes, so a record has the same offset in both. The reader maps large
        // files, and an open index keeps the mapping. The index opens a small file again for each record.
        for (String mark : List.of("old", "new")) {
            Path file = directory.resolve(mark);
            RecordWriter.write(file, OPTIONS, records -> {
                for (int i = 0; i < 3000; i++) {
                    records.write(large(mark, i));
                }
            });
            writings.add(RecordRewrite.of(List.of(ByteSource.of(file))));
        }
        ShardNames names = ShardNames.of(directory.resolve("set"), 3);
        writings.get(0).copyTo(RecordOutput.shards(names, OPTIONS));
        AtomicBoolean done = new AtomicBoolean();
        List<Future<?>> readers = new ArrayList<>();
        for (IndexOptions options :
                List.of(IndexOptions.defaults(), IndexOptions.defaults().writeIndexFiles())) {
            readers.add(threads.submit(() -> {
                while (!done.get()) {
                    try {
                        RecordSet set = RecordSet.find(directory, "set@*");
                        assertThat(RecordIndex.count(set.files())).isEqualTo(3000);
                        try (RecordIndex index = RecordIndex.open(set.files(), options)) {
                            for (int shard = 0; shard < 3; shard++) {
                                assertOneMark(
                                        index.range(1000L * shard, 1000L * (shard + 1))
                                                .toList(),
                                        1000 * shard);
                            }
                        }
                    } catch (IOException | IllegalArgumentException e) {
                        assertFileChanged(e);
                    }
                }
                return null;
            }));
        }
        readers.add(threads.submit(() -> {
            while (!done.get()) {
                for (int shard = 0; shard < 3; shard++) {
                    try (RecordReader reader = RecordReader.open(names.path(shard))) {
                        assertOneMark(reader.stream().toList(), 1000 * shard);
                    } catch (IOException e) {
                        assertFileChanged(e);
                    } catch (UncheckedIOException e) {
                        assertFileChanged(e.getCause());
                    }
                }
            }
            return null;
        }));
        try {
            for (int i = 1; i <= 20; i++) {
                writings.get(i % 2).copyTo(RecordOutput.shards(names, OPTIONS.overwrite()));
            }
        } finally {
            done.set(true);
        }
        awaitAll(readers);
        RecordSet set = RecordSet.find(directory, "set@3");
        assertThat(set.manifest().orElseThrow().check(directory)).isEmpty();
        try (RecordIndex index = RecordIndex.open(set.files())) {
            assertThat(index.get(2999)).isEqualTo(Bytes.ofUtf8(large("old", 2999)));
        }
    }

    /**
     * Checks that the exception reports a change of the file, not damage. Possible causes are a missing or replaced
     * file, or an absent first shard.
     */
    private static void assertFileChanged(Exception e) {
        assertThat(e.getMessage())
                .containsPattern("set-0000[012]-of-00003")
                .containsAnyOf(
                        "no such file; check the path",
                        "incomplete set: set@3: missing",
                        "was removed or replaced while it was read",
                        "changed during the scan; index it again");
    }

    private static String large(String mark, int record) {
        return text(mark, record) + " ".repeat(1000);
    }

    /** Checks that these records begin at {@code first} and come from one write operation. */
    private static void assertOneMark(List<Bytes> records, int first) {
        String mark = records.get(0).utf8().substring(0, 3);
        assertThat(mark).isIn("old", "new");
        assertThat(records).hasSize(1000);
        for (int i = 0; i < records.size(); i++) {
            assertThat(records.get(i)).isEqualTo(Bytes.ofUtf8(large(mark, first + i)));
        }
    }

    private void assertHiddenFiles(String... names) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.startsWith(".")))
                    .containsExactlyInAnyOrder(names);
        }
    }
}
