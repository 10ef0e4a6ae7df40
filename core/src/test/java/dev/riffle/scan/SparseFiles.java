package dev.riffle.scan;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.riffle.internal.Mapping;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Supports tests with files of many gigabytes. These files need holes. */
public final class SparseFiles {

    private static final long HOLE_KIB = 64 << 10;

    private SparseFiles() {}

    /** Skips the test and prints a note if files in this directory cannot have holes. */
    public static void assumeIn(Path directory) throws IOException {
        FileStore store = Files.getFileStore(directory);
        Path probe = directory.resolve("probe");
        try (FileChannel channel = FileChannel.open(
                probe, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, StandardOpenOption.SPARSE)) {
            channel.write(ByteBuffer.allocate(1), HOLE_KIB << 10);
            channel.force(true);
        }
        boolean holes = usedKib(probe) < HOLE_KIB / 2;
        Files.delete(probe);
        if (!holes) {
            System.out.println("skipped the test beyond 4 GiB: files of " + store + " cannot have holes");
        }
        assumeTrue(holes, "files of " + store + " cannot have holes");
    }

    /**
     * Ends the mappings of the files that a test has read. Before JDK 22, only a garbage collection ends them. Until
     * then, Riffle reads later files through a buffer, and tests of mapped files in the same JVM would fail.
     */
    public static void endMappings() {
        while (!Mapping.isAdvised()) {
            System.gc();
        }
    }

    /**
     * Returns the space that a file uses on its disk. The free space of the disk does not show this, because other
     * processes write at the same time. Without the program {@code du}, the file counts as a file without holes.
     */
    private static long usedKib(Path file) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder("du", "-k", file.toString()).start();
        } catch (IOException missing) {
            return HOLE_KIB;
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return Long.parseLong(printed.substring(0, printed.indexOf('\t')));
    }
}
