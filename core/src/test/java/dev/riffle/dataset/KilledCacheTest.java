package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.ChildProcess;
import dev.riffle.Rounds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a complete cache or no cache exists after a process is killed while it writes the cache. */
class KilledCacheTest {

    private static final int ELEMENTS = 20_000;

    @TempDir
    Path directory;

    /** Writes the cache repeatedly, each time with another version. The test runs this class in a separate process. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) {
            for (int version = 0; ; version++) {
                elements(Path.of(arguments[0]), version).toList();
                System.out.println("wrote version " + version);
            }
        }
    }

    private static Dataset<String> elements(Path file, int version) {
        return Dataset.range(ELEMENTS + version)
                .map(number -> "element " + number)
                .cache(file, "v");
    }

    @Test
    void leavesACompleteCacheOrNoneWhenKilled() throws Exception {
        Random random = new Random(Rounds.seed("killed cache"));
        Path file = directory.resolve("cache");
        for (int round = 0; round < 3; round++) {
            ChildProcess.deleteTemporaryFiles(directory);
            ChildProcess process =
                    ChildProcess.java(directory, directory.resolve("output"), Writer.class.getName(), file.toString());
            process.awaitLines(1 + random.nextInt(3));
            long bytes = random.nextInt((int) Files.size(file));
            process.await(() -> ChildProcess.temporaryBytes(directory) > bytes);
            process.kill();
            assertThat(elements(file, 0).toList()).hasSize(ELEMENTS).endsWith("element " + (ELEMENTS - 1));
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files.map(each -> each.getFileName().toString())
                                .filter(name -> !name.equals("output") && !name.equals("cache")))
                        .allMatch(name -> name.startsWith(".cache.") && name.endsWith(".tmp"));
            }
        }
    }
}
