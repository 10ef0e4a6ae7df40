package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.riffle.internal.Mapping;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The next reader of a file uses a closed mapping again, unless the file has changed. */
class ChangedFileMappingTest {

    private static final Path MAPS = Path.of("/proc/self/maps");

    private static long mappings(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(MAPS)) {
            return lines.filter(line -> line.contains(file.toString())).count();
        }
    }

    @Test
    void mapsAFileAgainAfterAChangeOfItsTime(@TempDir Path directory) throws IOException {
        assumeTrue(Files.isReadable(MAPS), "SKIPPED: mappings can be counted on Linux only");
        Path file = Files.write(directory.resolve("data"), new byte[(int) FileSource.SMALLEST_MAPPED]);
        FileSource source = new FileSource(file);
        Mapping first = source.map(0, 1).orElseThrow();
        ByteBuffer bytes = first.bytes();
        first.release();
        Mapping same = source.map(0, 1).orElseThrow();
        assertThat(mappings(file)).isEqualTo(1);
        same.release();
        // Simulates the copy that an overlay file system makes for the first writer. The copy has the key of the file.
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));
        Mapping other = source.map(0, 1).orElseThrow();
        assertThat(mappings(file)).isEqualTo(Runtime.version().feature() >= 22 ? 1 : 2);
        other.release();
        // Protects the first mapping from a garbage collection up to this line.
        Reference.reachabilityFence(bytes);
    }
}
