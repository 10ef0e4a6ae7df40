package dev.riffle.shard.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexOptions;
import dev.riffle.io.Bytes;
import dev.riffle.rewrite.RewriteFiles;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests commits of sets that a failure stops, or that run at the same time as other writers. */
class AtomicCommitTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().overwrite().withoutSync();
    private static final int SHARDS = 4;

    @TempDir
    Path directory;

    /** Throws an error at the n-th step. */
    private static class StoppedStorage extends CountedStorage {
        private final int stopping;

        StoppedStorage(int stopping) {
            super(new FileStorage());
            this.stopping = stopping;
        }

        @Override
        public void step(int at) {
            if (at == stopping) {
                throw new Error("stopped at step " + stopping);
            }
        }
    }

    private ShardNames names(String prefix, int count) {
        return ShardNames.of(directory.resolve(prefix), count);
    }

    private static void write(ShardNames names, String mark, CommitStorage storage) throws IOException {
        try (ShardedOutput writer = ShardedOutput.inTurn(names.paths(), OPTIONS, storage)) {
            for (int i = 0; i < 20; i++) {
                writer.write(Bytes.ofUtf8(mark).asByteBuffer());
            }
            writer.commit();
        }
    }

    private static Set<String> marks(List<Path> files) throws IOException {
        Set<String> marks = new HashSet<>();
        for (Path file : files) {
            try (RecordReader reader = RecordReader.open(file)) {
                reader.forEach(payload -> marks.add(payload.utf8()));
            }
        }
        return marks;
    }

    /** Checks that all files come from one write operation, or that the set is incomplete. */
    private List<String> assertNoMixture(String word) throws IOException {
        RecordSet set;
        try {
            set = RecordSet.find(directory, word);
        } catch (IllegalArgumentException | NoSuchFileException rejected) {
            assertThat(rejected).hasMessageContaining(word);
            return List.of();
        }
        Set<String> marks = marks(set.files());
        assertThat(marks).hasSize(1);
        if (set.manifest().isPresent()) {
            assertThat(set.manifest().get().check(directory)).isEmpty();
        }
        return List.copyOf(marks);
    }

    @Test
    void restoresTheOldSetAfterAnError() throws IOException {
        write(names("s", SHARDS), "old", new FileStorage());
        int stopping = 0;
        while (true) {
            try {
                write(names("s", SHARDS), "new", new StoppedStorage(stopping));
                break;
            } catch (Error stopped) {
                if (assertNoMixture("s@4").contains("new")) {
                    break;
                }
                assertThat(assertNoMixture("s@4")).as("step %d", stopping).containsExactly("old");
                assertThat(RecordSet.find(directory, "s@4").manifest()).isPresent();
            }
            stopping++;
        }
        assertThat(stopping).isGreaterThan(2 * SHARDS);
    }

    @Test
    void rejectsASecondWriterDuringTheCommit() throws IOException {
        write(names("s", SHARDS), "old", new FileStorage());
        List<Throwable> rejected = new ArrayList<>();
        write(names("s", SHARDS), "new", new FileStorage() {
            @Override
            public void keep(Path file, Path kept) throws IOException {
                super.keep(file, kept);
                for (int count : new int[] {SHARDS, 3}) {
                    try {
                        AtomicCommitTest.write(names("s", count), "other", new FileStorage());
                    } catch (FileSystemException e) {
                        rejected.add(e);
                    }
                }
            }
        });
        assertThat(rejected)
                .hasSize(2 * (SHARDS - 1))
                .allSatisfy(e -> assertThat(e).hasMessageContaining("another writer is committing this file"));
        assertThat(assertNoMixture("s@*")).containsExactly("new");
        assertThat(RewriteFiles.names(directory))
                .filteredOn(name -> name.startsWith("."))
                .containsExactly(".s@4.manifest.json");
    }

    @Test
    void waitsForCommitsOfOtherShardsOfTheSet() throws Exception {
        write(names("s", SHARDS), "old", new FileStorage());
        ExecutorService threads = Executors.newFixedThreadPool(SHARDS);
        try {
            for (int round = 0; round < 10; round++) {
                List<Future<?>> writers = new ArrayList<>();
                for (Path shard : names("s", SHARDS).paths()) {
                    writers.add(threads.submit(() -> {
                        try (ShardedRecordWriter writer = ShardedRecordWriter.create(RecordOutput.file(
                                shard, RecordWriterOptions.defaults().overwrite()))) {
                            writer.write(Bytes.ofUtf8("alone"));
                            writer.commit();
                        }
                        return null;
                    }));
                }
                for (Future<?> writer : writers) {
                    writer.get();
                }
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(assertNoMixture("s@4")).containsExactly("alone");
    }

    @Test
    void excludesOtherProcesses() throws Exception {
        write(names("s", SHARDS), "old", new FileStorage());
        try (NameLock lock = new NameLock(names("s", 2).paths().get(0), Duration.ZERO)) {
            assertThat(lock).isNotNull();
            assertAnotherProcessIsExcluded();
        }
        assertThat(assertNoMixture("s@*")).containsExactly("old");
        assertThat(RewriteFiles.names(directory))
                .filteredOn(name -> name.startsWith("."))
                .containsExactly(".s@4.manifest.json");
    }

    /**
     * Acquires a lock in two class loaders of this process. The second class loader must not release the lock of the
     * first.
     */
    @Test
    @SuppressWarnings("try") // The test only holds the lock
    void excludesOtherClassLoaders() throws Exception {
        write(names("s", SHARDS), "old", new FileStorage());
        Path place = names("s", 2).paths().get(0);
        URL[] classes = {NameLock.class.getProtectionDomain().getCodeSource().getLocation()};
        try (URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
            Class<?> other = loader.loadClass(NameLock.class.getName());
            assertThat(other).isNotSameAs(NameLock.class);
            Constructor<?> constructor = other.getDeclaredConstructor(Path.class, Duration.class);
            constructor.setAccessible(true);
            try (Closeable lock = (Closeable) constructor.newInstance(place, Duration.ZERO)) {
                assertThatThrownBy(() -> new NameLock(place, Duration.ZERO))
                        .isInstanceOf(FileSystemException.class)
                        .hasMessageContaining("another writer is committing this file");
                assertAnotherProcessIsExcluded();
            }
            new NameLock(place, Duration.ZERO).close();
        }
        assertThat(assertNoMixture("s@*")).containsExactly("old");
    }

    private void assertAnotherProcessIsExcluded() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName(),
                        names("s", SHARDS).prefix().toString())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("another writer is committing this file");
        assertThat(process.waitFor()).isOne();
    }

    /** Writes the set in a separate process. */
    static final class Other {
        private Other() {}

        public static void main(String[] arguments) throws IOException {
            write(ShardNames.of(Path.of(arguments[0]), SHARDS), "other", new FileStorage() {
                @Override
                public Runnable lock(Path place) throws IOException {
                    return new NameLock(place, Duration.ZERO)::close;
                }
            });
        }
    }

    @Test
    void ignoresTheLockFileOfAKilledProcess() throws IOException {
        write(names("s", SHARDS), "old", new FileStorage());
        List<String> hidden;
        try (NameLock lock = new NameLock(names("s", SHARDS).paths().get(0), Duration.ZERO)) {
            assertThat(lock).isNotNull();
            hidden = RewriteFiles.names(directory).stream()
                    .filter(name -> name.endsWith(".lock.tmp"))
                    .toList();
        }
        assertThat(hidden).hasSize(1);
        Files.createFile(directory.resolve(hidden.get(0)));
        write(names("s", SHARDS), "new", new FileStorage());
        assertThat(assertNoMixture("s@*")).containsExactly("new");
        assertThat(RewriteFiles.names(directory))
                .filteredOn(name -> name.startsWith("."))
                .containsExactly(".s@4.manifest.json");
    }

    @Test
    void doesNotRemoveFilesOfAnotherWriter() throws IOException {
        write(names("s", SHARDS), "old", new FileStorage());
        write(names("other", SHARDS), "other", new FileStorage());
        List<Path> otherPaths = names("other", SHARDS).paths();
        List<Path> setPaths = names("s", SHARDS).paths();
        CommitStorage storage = new FileStorage() {
            private int named;

            @Override
            public void replace(Path from, Path to) throws IOException {
                super.replace(from, to);
                if (to.equals(setPaths.get(SHARDS - 1)) && named++ == 0) {
                    // Simulates a process that uses no locks.
                    for (int i = 0; i < SHARDS; i++) {
                        Files.move(otherPaths.get(i), setPaths.get(i), StandardCopyOption.REPLACE_EXISTING);
                    }
                    throw new IOException("injected");
                }
            }
        };
        assertThatThrownBy(() -> write(names("s", SHARDS), "new", storage))
                .hasMessage("injected")
                .satisfies(e -> assertThat(e.getSuppressed())
                        .hasSize(SHARDS)
                        .allSatisfy(more -> assertThat(more).hasMessageContaining("another process replaced it")));
        assertThat(marks(setPaths)).containsExactly("other");
    }

    @Test
    void locksAllCountsOfOnePrefix() throws IOException {
        try (NameLock lock = new NameLock(names("s", 2).paths().get(1), Duration.ZERO)) {
            assertThat(lock).isNotNull();
            assertThatThrownBy(() -> new NameLock(names("s", 7).paths().get(3), Duration.ZERO))
                    .isInstanceOf(FileSystemException.class);
            new NameLock(names("t", 2).paths().get(1), Duration.ZERO).close();
            new NameLock(directory.resolve("s-00000-of-00002.gz"), Duration.ZERO).close();
        }
        new NameLock(names("s", 7).paths().get(3), Duration.ZERO).close();
        try (FileChannel free =
                FileChannel.open(directory.resolve("x"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            assertThat(free.size()).isZero();
        }
        assertThat(RewriteFiles.names(directory)).containsExactly("x");
    }

    @Test
    void doesNotCutSurrogatePairsInHiddenNames() throws IOException {
        String emoji = "x".repeat(59) + "\ud83d\ude00" + "y".repeat(20);
        write(names(emoji, 2), "new", new FileStorage());
        assertThat(assertNoMixture(emoji + "@2")).containsExactly("new");
        Path file = directory.resolve("x".repeat(69) + "\ud83d\ude00yyy");
        RewriteFiles.write(file, OPTIONS, List.of(Bytes.ofUtf8("new")));
        assertThat(marks(List.of(file))).containsExactly("new");
    }

    private ShardedOutput begun(int count, String mark) throws IOException {
        ShardedOutput writer = ShardedOutput.inTurn(names("s", count).paths(), OPTIONS, new FileStorage());
        writer.write(Bytes.ofUtf8(mark).asByteBuffer());
        return writer;
    }

    @Test
    void replacesASetOfAnotherCountFromAParallelWriter() throws IOException {
        write(names("s", 4), "old", new FileStorage());
        try (ShardedOutput three = begun(3, "three");
                ShardedOutput five = begun(5, "five")) {
            three.commit();
            assertThat(assertNoMixture("s@*")).containsExactly("three");
            five.commit();
        }
        assertThat(assertNoMixture("s@*")).containsExactly("five");
        assertThat(RewriteFiles.names(directory))
                .hasSize(6)
                .filteredOn(name -> name.startsWith("."))
                .containsExactly(".s@5.manifest.json");
    }

    @Test
    void rejectsASetThatAppearedMeanwhile() throws IOException {
        RecordOutput target = RecordOutput.ofRecords(
                names("s", 1).prefix(), "", 1, RecordWriterOptions.defaults().withoutSync());
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(target)) {
            writer.write(Bytes.ofUtf8("late"));
            write(names("s", 3), "first", new FileStorage());
            assertThatThrownBy(writer::commit).hasMessageContaining("exists already in a set of this name");
            assertThatThrownBy(writer::close).hasMessageContaining("closed without commit()");
        }
        assertThat(assertNoMixture("s@*")).containsExactly("first");
    }

    @Test
    void replacesTheSetOfAParallelProcess() throws Exception {
        write(names("s", 4), "old", new FileStorage());
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Stepped.class.getName(),
                        names("s", 5).prefix().toString())
                .redirectErrorStream(true)
                .start();
        try (ShardedOutput three = begun(3, "three");
                java.io.BufferedReader output = process.inputReader(java.nio.charset.StandardCharsets.UTF_8)) {
            assertThat(output.readLine()).isEqualTo("begun");
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            assertThat(output.readLine()).isEqualTo("committed");
            assertThat(assertNoMixture("s@*")).containsExactly("five");
            three.commit();
            assertThat(process.waitFor()).isZero();
        } finally {
            process.destroyForcibly();
        }
        assertThat(assertNoMixture("s@*")).containsExactly("three");
    }

    /** Writes a set of five shards in a separate process and prints its progress. */
    static final class Stepped {
        private Stepped() {}

        public static void main(String[] arguments) throws IOException {
            try (ShardedOutput writer =
                    ShardedOutput.inTurn(ShardNames.of(Path.of(arguments[0]), 5).paths(), OPTIONS, new FileStorage())) {
                writer.write(Bytes.ofUtf8("five").asByteBuffer());
                System.out.println("begun");
                if (System.in.read() >= 0) {
                    writer.commit();
                    System.out.println("committed");
                }
            }
        }
    }

    @Test
    void deletesIndexFilesOfRemovedShards() throws IOException {
        write(names("s", 3), "old", new FileStorage());
        for (Path shard : names("s", 3).paths()) {
            IndexFile.of(shard).build(IndexOptions.defaults());
        }
        write(names("s", SHARDS), "new", new FileStorage());
        assertThat(assertNoMixture("s@*")).containsExactly("new");
        assertThat(RewriteFiles.names(directory))
                .filteredOn(name -> name.startsWith("."))
                .containsExactly(".s@4.manifest.json");
    }
}
