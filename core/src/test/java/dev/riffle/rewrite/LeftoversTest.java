package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexOptions;
import dev.riffle.internal.file.Leftovers;
import dev.riffle.internal.file.WritingLock;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.internal.CommitStorage;
import dev.riffle.shard.internal.FileStorage;
import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import dev.riffle.shard.internal.ShardedOutput;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that a writer removes the leftovers of killed processes for its name, and no other hidden files. */
class LeftoversTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().overwrite().withoutSync();

    @TempDir
    Path directory;

    @BeforeEach
    void requireLocalFileSystem() {
        assumeTrue(Leftovers.isLocal(directory), "needs a temporary directory on a local file system, such as ext4");
    }

    /** The operation that a child process has begun when it prints a line. */
    enum Work {
        FILE {
            @Override
            void begin(Path place, Runnable begun) throws IOException {
                try (RecordWriter writer = RecordWriter.create(place, OPTIONS)) {
                    writer.write("unfinished");
                    begun.run();
                    writer.commit();
                }
            }
        },
        SET {
            @Override
            void begin(Path place, Runnable begun) throws IOException {
                try (ShardedRecordWriter writer = ShardedRecordWriter.create(ShardNames.of(place, 3), OPTIONS)) {
                    writer.write(Bytes.ofUtf8("unfinished"));
                    begun.run();
                    writer.commit();
                }
            }
        },
        SET_OF_UNKNOWN_COUNT {
            @Override
            void begin(Path place, Runnable begun) throws IOException {
                try (ShardedRecordWriter writer =
                        ShardedRecordWriter.create(RecordOutput.ofRecords(place, "", 1, OPTIONS))) {
                    writer.write(Bytes.ofUtf8("finished"));
                    writer.write(Bytes.ofUtf8("unfinished"));
                    begun.run();
                    writer.commit();
                }
            }
        },
        INDEX {
            @Override
            void begin(Path place, Runnable begun) throws IOException {
                Path index = IndexFile.of(place).path();
                if (!Files.exists(place)) {
                    RewriteFiles.write(place, OPTIONS, List.of(Bytes.ofUtf8("data")));
                }
                IndexFile.of(place).build(IndexOptions.defaults());
                try (WritingLock writing =
                        WritingLock.begin(index, index.getFileName().toString())) {
                    Path hidden = Files.createFile(writing.hidden(index, "-0.tmp"));
                    begun.run();
                    Files.delete(hidden);
                }
            }
        },
        SHUFFLE {
            @Override
            void begin(Path place, Runnable begun) throws IOException {
                try (SpillFolder folder = new SpillFolder(place.getParent(), new SpillSteps())) {
                    folder.create().append(List.of(new ShuffleRecord(0, new byte[10])));
                    begun.run();
                }
            }
        };

        abstract void begin(Path place, Runnable begun) throws IOException;
    }

    /** Begins to write in a separate process and prints a line. The process continues when it receives a line. */
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) throws IOException {
            Runnable begun = () -> {
                System.out.println("begun");
                try {
                    if (System.in.read() < 0) {
                        throw new IllegalStateException("the test has ended");
                    }
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            };
            if (arguments[0].equals("RENAMING")) {
                renaming(arguments[1], begun);
            } else if (arguments[0].equals("REPLACING")) {
                replacing(Path.of(arguments[1]), begun);
            } else {
                Work.valueOf(arguments[0]).begin(Path.of(arguments[1]), begun);
            }
            System.out.println("done");
        }

        /** Replaces a file, and stops when the old file has a second name. */
        private static void replacing(Path file, Runnable begun) throws IOException {
            CommitStorage storage = new FileStorage() {
                @Override
                public void replace(Path from, Path to) {
                    begun.run();
                }
            };
            try (SetOutput out = new OutputPlan(RecordOutput.file(file, OPTIONS), storage).openWithOthers(0)) {
                out.write(java.nio.ByteBuffer.wrap(new byte[5]));
                out.commit();
            }
        }

        /**
         * Replaces a set, and stops when the manifest and all old shards are hidden and two new shards have their final
         * names.
         */
        private static void renaming(String prefix, Runnable begun) throws IOException {
            CommitStorage storage = new FileStorage() {
                private int moved;

                private void move() {
                    if (++moved == 4) {
                        begun.run();
                    }
                }

                @Override
                public void replace(Path hidden, Path place) throws IOException {
                    super.replace(hidden, place);
                    move();
                }

                @Override
                public void retire(Path place, Path hidden) throws IOException {
                    super.retire(place, hidden);
                    move();
                }
            };
            List<Path> paths = ShardNames.of(Path.of(prefix), 3).paths();
            try (ShardedOutput writer = ShardedOutput.inTurn(paths, OPTIONS, storage)) {
                writer.write(Bytes.ofUtf8("new").asByteBuffer());
                writer.commit();
            }
        }
    }

    private Process begin(String work, Path place) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName(),
                        work,
                        place.toString())
                .redirectErrorStream(true)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        assertThat(line).as(() -> line + "\n" + out.lines().toList()).isEqualTo("begun");
        return process;
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    private List<String> hidden() throws IOException {
        return RewriteFiles.names(directory).stream()
                .filter(name -> name.startsWith(".") && name.endsWith(".tmp"))
                .sorted()
                .toList();
    }

    private List<String> leftovers() throws IOException {
        List<String> names = new ArrayList<>();
        for (Leftovers.Leftover leftovers : Leftovers.find(directory)) {
            assertThat(leftovers.isCertain()).as(leftovers.toString()).isTrue();
            names.add(leftovers.file().getFileName().toString());
        }
        return names;
    }

    @ParameterizedTest
    @EnumSource(Work.class)
    void removesLeftoversOfTheSameName(Work work) throws Exception {
        Path place = directory.resolve("data");
        Process process = begin(work.name(), place);
        List<String> begun = hidden();
        try {
            assertThat(begun).isNotEmpty();
            work.begin(place, () -> {});
            work.begin(directory.resolve("other"), () -> {});
            assertThat(hidden()).as("files of a running process").isEqualTo(begun);
            assertThat(leftovers()).isEmpty();
        } finally {
            kill(process);
        }
        if (work != Work.SHUFFLE) {
            work.begin(directory.resolve("other"), () -> {});
        }
        assertThat(hidden()).isEqualTo(begun);
        assertThat(leftovers()).isEqualTo(begun);
        work.begin(place, () -> {});
        assertThat(hidden()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Work.class)
    void keepsFilesOfARunningProcess(Work work) throws Exception {
        Path place = directory.resolve("data");
        Process process = begin(work.name(), place);
        try {
            for (int i = 0; i < 3; i++) {
                assertThat(leftovers()).isEmpty();
                work.begin(place, () -> {});
            }
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            assertThat(process.waitFor()).isZero();
        } finally {
            kill(process);
        }
        assertThat(hidden()).isEmpty();
    }

    @Test
    void keepsFilesOfThisProcess() throws IOException {
        Path place = directory.resolve("data");
        for (Work work : Work.values()) {
            work.begin(place, () -> {
                try {
                    List<String> begun = hidden();
                    assertThat(begun).isNotEmpty();
                    for (Work other : Work.values()) {
                        other.begin(place, () -> {});
                    }
                    assertThat(hidden()).isEqualTo(begun);
                    assertThat(leftovers()).isEmpty();
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            assertThat(hidden()).isEmpty();
        }
    }

    @Test
    @SuppressWarnings("try") // The test only holds the lock
    void keepsFilesOfAnotherClassLoader() throws Exception {
        Path place = directory.resolve("data");
        URL[] classes = {WritingLock.class.getProtectionDomain().getCodeSource().getLocation()};
        try (URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
            Class<?> other = loader.loadClass(WritingLock.class.getName());
            assertThat(other).isNotSameAs(WritingLock.class);
            try (Closeable writing = (Closeable) other.getMethod("open", Path.class, FileAttribute[].class)
                    .invoke(null, place, new FileAttribute<?>[0])) {
                List<String> begun = hidden();
                assertThat(begun).hasSize(1);
                for (int i = 0; i < 2; i++) {
                    assertThat(leftovers()).isEmpty();
                    Work.FILE.begin(place, () -> {});
                }
                Process process = begin("FILE", place);
                try {
                    assertThat(hidden()).as("another process finds the lock").containsAll(begun);
                } finally {
                    kill(process);
                }
            }
            // The directory contains an uncommitted hidden file and the hidden file of the killed process.
            assertThat(leftovers()).hasSize(2);
            Work.FILE.begin(place, () -> {});
        }
        assertThat(hidden()).isEmpty();
    }

    @Test
    void removesOldShardsOnlyWhenReplacingTheSet() throws Exception {
        ShardNames names = ShardNames.of(directory.resolve("s"), 3);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names, OPTIONS)) {
            writer.write(Bytes.ofUtf8("old"));
            writer.commit();
        }
        kill(begin("RENAMING", directory.resolve("s")));
        List<String> old =
                hidden().stream().filter(name -> name.endsWith(".old.tmp")).toList();
        assertThat(old).as("three shards and the manifest").hasSize(4);
        assertThat(names.paths().get(0)).doesNotExist();

        RecordWriterOptions careful = RecordWriterOptions.defaults().withoutSync();
        RecordRewrite.of(List.of(ByteSource.of(names.paths().get(1))))
                .copyTo(RecordOutput.shards(ShardNames.of(names.prefix(), 7), careful));
        assertThat(hidden()).containsAll(old).hasSize(old.size() + 1);
        assertThat(leftovers()).isEqualTo(hidden());

        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names, OPTIONS)) {
            writer.write(Bytes.ofUtf8("newer"));
            assertThat(hidden()).as("until the new set appears").containsAll(old);
            writer.commit();
        }
        assertThat(hidden()).isEmpty();
        assertThat(RecordSet.find(directory, "s@*").files()).hasSize(3);
    }

    @Test
    void removesOldFilesWhenReplacingASingleFile() throws Exception {
        Path file = directory.resolve("data");
        RewriteFiles.write(file, OPTIONS, List.of(Bytes.ofUtf8("old")));
        Process process = begin("REPLACING", file);
        assertThat(hidden()).anyMatch(name -> name.endsWith(".old.tmp"));
        kill(process);
        RewriteFiles.write(file, OPTIONS, List.of(Bytes.ofUtf8("newer")));
        // The next writer that acquires the lock of the name removes its empty lock file.
        assertThat(hidden()).hasSize(1).allMatch(name -> name.matches("\\.data\\.[0-9a-f]{8}\\.lock\\.tmp"));
        assertThat(RewriteFiles.read(file)).containsExactly(Bytes.ofUtf8("newer"));
    }

    @Test
    void keepsLeftoversOfANameWithAPeriod() throws Exception {
        Path place = directory.resolve(".data");
        RewriteFiles.write(place, OPTIONS, List.of(Bytes.ofUtf8("old")));
        kill(begin("REPLACING", place));
        kill(begin("FILE", place));
        List<String> hidden = hidden();
        assertThat(old()).hasSize(1);

        Path other = directory.resolve("data");
        for (String record : List.of("new", "newer")) {
            RewriteFiles.write(other, OPTIONS, List.of(Bytes.ofUtf8(record)));
            assertThat(hidden()).isEqualTo(hidden);
        }
        RewriteFiles.write(place, OPTIONS, List.of(Bytes.ofUtf8("new")));
        assertThat(old()).isEmpty();
    }

    private List<String> old() throws IOException {
        return hidden().stream().filter(name -> name.endsWith(".old.tmp")).toList();
    }

    @Test
    void keepsShardsWhenAFileHasTheNameOfTheSet() throws Exception {
        ShardNames names = ShardNames.of(directory.resolve("s"), 3);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names, OPTIONS)) {
            writer.write(Bytes.ofUtf8("old"));
            writer.commit();
        }
        kill(begin("RENAMING", directory.resolve("s")));
        List<String> old = old();
        assertThat(old).as("three shards and the manifest").hasSize(4);

        Path merged = directory.resolve("s");
        RewriteFiles.write(merged, OPTIONS, List.of(Bytes.ofUtf8("merged")));
        assertThat(old()).isEqualTo(old);
        assertThat(leftovers()).as("with the lock file").containsAll(old).hasSize(5);
        try (SetOutput out = OutputPlan.of(RecordOutput.file(merged, OPTIONS)).openWithOthers(0)) {
            out.write(java.nio.ByteBuffer.wrap(new byte[5]));
            out.commit();
        }
        assertThat(old()).isEqualTo(old);
        assertThat(leftovers()).containsAll(old);
        String first = old.stream()
                .filter(name -> name.startsWith(".s-00000-of-00003."))
                .findFirst()
                .orElseThrow();
        assertThat(RewriteFiles.read(directory.resolve(first))).containsExactly(Bytes.ofUtf8("old"));
    }

    @Test
    void keepsAFileWithTheNameOfTheSet() throws Exception {
        Path file = directory.resolve("s");
        RewriteFiles.write(file, OPTIONS, List.of(Bytes.ofUtf8("old")));
        kill(begin("REPLACING", file));
        List<String> old = old();
        assertThat(old).hasSize(1);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(ShardNames.of(file, 3), OPTIONS)) {
            writer.write(Bytes.ofUtf8("new").asByteBuffer());
            writer.commit();
        }
        assertThat(old()).isEqualTo(old);
        assertThat(leftovers()).containsAll(old);
    }

    @Test
    void removesOnlyReplacedShardsWithAnUnknownCount() throws Exception {
        ShardNames names = ShardNames.of(directory.resolve("s"), 3);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(names, OPTIONS)) {
            writer.write(Bytes.ofUtf8("old"));
            writer.commit();
        }
        kill(begin("RENAMING", directory.resolve("s")));
        Work.SET_OF_UNKNOWN_COUNT.begin(directory.resolve("s"), () -> {});
        assertThat(old()).as("the new set has two shards").anyMatch(name -> name.startsWith(".s-00000-of-00003."));
        assertThat(old()).as("removed shards").noneMatch(name -> name.startsWith(".s-00001-of-00003."));
    }

    /**
     * Removes leftovers in a large directory. A writer may not list the directory, but always finds the leftovers of
     * its own name.
     */
    @Test
    void removesLeftoversInALargeDirectory() throws IOException {
        for (int i = 0; i < 100; i++) {
            Files.createFile(directory.resolve("other-" + i));
        }
        List<String> names = List.of("a", "b", "c");
        for (String name : names) {
            Files.createFile(directory.resolve("." + name + ".0123456789abcde" + names.indexOf(name) + ".new.tmp"));
        }
        for (String name : names) {
            RewriteFiles.write(directory.resolve(name), OPTIONS, List.of(Bytes.ofUtf8(name)));
        }
        assertThat(hidden()).isEmpty();
    }

    @Test
    void keepsADirectoryWithAHiddenName() throws IOException {
        Path planted = Files.createDirectory(directory.resolve(".a.0123456789abcdef-5.tmp"));
        Files.createFile(directory.resolve(".a.0123456789abcdef.lock.tmp"));
        RewriteFiles.write(directory.resolve("a"), OPTIONS, List.of(Bytes.ofUtf8("a")));
        assertThat(planted).isDirectory();
    }

    @Test
    void keepsOtherFiles() throws IOException {
        List<String> others = List.of(
                ".data.0123456789abcdef.tmp",
                ".data.0123456789abcdef-0.tmp",
                ".data.fedcba9876543210-1.old.tmp",
                ".data.tmp",
                ".data.0123.new.tmp",
                ".data.backup.new.tmp",
                "data.0123456789abcdef.new.tmp",
                ".database.1111111111111111.new.tmp");
        for (String name : others) {
            Files.createFile(directory.resolve(name));
        }
        Path elsewhere = Files.createFile(directory.resolve("elsewhere"));
        Files.createSymbolicLink(directory.resolve(".data.2222222222222222.new.tmp"), elsewhere);
        Files.createDirectory(directory.resolve(".data.3333333333333333.new.tmp"));
        for (Work work : Work.values()) {
            work.begin(directory.resolve("data"), () -> {});
        }
        assertThat(RewriteFiles.names(directory)).containsAll(others);
        assertThat(elsewhere).exists();
        assertThat(directory.resolve(".data.2222222222222222.new.tmp")).isSymbolicLink();
        assertThat(directory.resolve(".data.3333333333333333.new.tmp")).isDirectory();
        Map<String, Boolean> certain = new java.util.TreeMap<>();
        for (Leftovers.Leftover leftovers : Leftovers.find(directory)) {
            certain.put(leftovers.file().getFileName().toString(), leftovers.isCertain());
        }
        assertThat(certain)
                .containsOnly(
                        Map.entry(".data.0123456789abcdef.tmp", false),
                        Map.entry(".data.0123456789abcdef-0.tmp", false),
                        Map.entry(".data.fedcba9876543210-1.old.tmp", false),
                        Map.entry(".database.1111111111111111.new.tmp", true));
    }
}
