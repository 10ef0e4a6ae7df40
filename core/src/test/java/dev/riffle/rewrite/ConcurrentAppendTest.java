package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.internal.AtomicCommit;
import dev.riffle.shard.internal.FileStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Appends to one file from several threads and processes. The file contains the records of each successful append. */
class ConcurrentAppendTest {

    private static final int RECORDS = 20;

    @TempDir
    Path directory;

    private Path added = Path.of("");

    @BeforeEach
    void writeInput() throws IOException {
        added = directory.resolve("added");
        write(added);
    }

    private static void write(Path path) throws IOException {
        RecordWriter.write(path, RecordWriterOptions.defaults().withoutSync(), writer -> {
            for (int i = 0; i < RECORDS; i++) {
                writer.write("record " + i);
            }
        });
    }

    /** Appends repeatedly in a separate process. The exit status is the number of successful appends, or 255. */
    static final class Appending {
        public static void main(String[] args) {
            Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {
                e.printStackTrace();
                Runtime.getRuntime().halt(255);
            });
            int worked = 0;
            for (int i = 0; i < Integer.parseInt(args[2]); i++) {
                worked += append(Path.of(args[0]), Path.of(args[1])) ? 1 : 0;
            }
            System.exit(worked);
        }
    }

    /**
     * Appends and returns whether the append succeeded. The only accepted failure is the report of a concurrent writer.
     */
    private static boolean append(Path from, Path to) {
        try {
            RecordRewrite.of(List.of(ByteSource.of(from))).appendTo(to);
            return true;
        } catch (FileSystemException rejected) {
            if (rejected.getReason() != null && rejected.getReason().startsWith("another ")) {
                return false;
            }
            throw new UncheckedIOException(rejected);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void keepsAllRecordsWhenThreadsAppendInParallel() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            for (int round = 0; round < 30; round++) {
                Path target = directory.resolve("target" + round);
                write(target);
                CyclicBarrier together = new CyclicBarrier(3);
                Callable<Boolean> appending = () -> {
                    together.await();
                    return append(added, target);
                };
                int worked = 0;
                for (Future<Boolean> each : threads.invokeAll(List.of(appending, appending, appending))) {
                    worked += each.get() ? 1 : 0;
                }
                assertThat(worked).as("round %d", round).isPositive();
                assertThat(RewriteFiles.read(target)).hasSize((worked + 1) * RECORDS);
            }
        } finally {
            threads.shutdownNow();
        }
        RewriteFiles.assertNothingHidden(directory);
    }

    @Test
    void keepsTheManifestValidWhenThreadsAppendToShards() throws Exception {
        ShardNames names = ShardNames.of(directory.resolve("set"), 3);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            for (int round = 0; round < 20; round++) {
                RecordRewrite.of(List.of(ByteSource.of(added)))
                        .copyTo(RecordOutput.shards(
                                names,
                                RecordWriterOptions.defaults().withoutSync().overwrite()));
                CyclicBarrier together = new CyclicBarrier(3);
                List<Callable<Boolean>> all = new ArrayList<>();
                for (Path shard : names.paths()) {
                    all.add(() -> {
                        together.await();
                        return append(added, shard);
                    });
                }
                int worked = 0;
                for (Future<Boolean> each : threads.invokeAll(all)) {
                    worked += each.get() ? 1 : 0;
                }
                assertThat(worked).as("round %d", round).isPositive();
                SetManifest manifest = SetManifest.read(SetManifest.pathOf(names));
                assertThat(manifest.records()).isEqualTo((worked + 1L) * RECORDS);
                for (int i = 0; i < 3; i++) {
                    assertThat(RewriteFiles.read(names.paths().get(i)))
                            .hasSize((int) manifest.shards().get(i).records());
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void keepsAllRecordsWhenProcessesAppendInParallel() throws Exception {
        Path target = directory.resolve("target");
        write(target);
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            processes.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Appending.class.getName(),
                            added.toString(),
                            target.toString(),
                            "40")
                    .inheritIO()
                    .start());
        }
        int worked = 0;
        for (Process process : processes) {
            assertThat(process.waitFor()).isBetween(0, 40);
            worked += process.exitValue();
        }
        assertThat(worked).isPositive();
        assertThat(RewriteFiles.read(target)).hasSize((worked + 1) * RECORDS);
    }

    @Test
    void rejectsAFileThatAnotherWriterExtendsInPlace() throws IOException {
        Path target = directory.resolve("target");
        write(target);
        try (RecordWriter log = RecordWriter.append(target)) {
            assertThatThrownBy(() ->
                            RecordRewrite.of(List.of(ByteSource.of(added))).appendTo(target))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessageContaining("another program is appending to this file; wait until it finishes");
            log.write("one more");
            log.commit();
        }
        assertThat(RewriteFiles.read(target)).hasSize(RECORDS + 1);
    }

    @Test
    void detectsAWriteImmediatelyBeforeTheRename() throws IOException {
        Path target = directory.resolve("target");
        write(target);
        try (ExtendedFile locked = new ExtendedFile(target)) {
            Files.write(target, new byte[] {1}, java.nio.file.StandardOpenOption.APPEND);
            RecordWriterOptions options = RecordWriterOptions.defaults().overwrite();
            try (AtomicCommit commit = AtomicCommit.ofFile(target, options, new FileStorage())) {
                RecordWriter.write(commit.hidden(0), options, writer -> {});
                assertThatThrownBy(() -> commit.publish(locked::check))
                        .hasMessageContaining("another program is writing to this file");
            }
        }
        RewriteFiles.assertNothingHidden(directory);
    }
}
