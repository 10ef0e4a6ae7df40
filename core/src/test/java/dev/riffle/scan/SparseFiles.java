package dev.riffle.scan;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Checks whether files can have holes. Tests with files of many gigabytes need them. */
public final class SparseFiles {

    private SparseFiles() {}

    /** Skips the test and prints a note if files in this directory cannot have holes. */
    public static void assumeIn(Path directory) throws IOException {
        long hole = 64 << 20;
        FileStore store = Files.getFileStore(directory);
        long before = store.getUsableSpace();
        Path probe = directory.resolve("probe");
        try (FileChannel channel = FileChannel.open(
                probe, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, StandardOpenOption.SPARSE)) {
            channel.write(ByteBuffer.allocate(1), hole);
            channel.force(true);
        }
        boolean holes = before - store.getUsableSpace() < hole / 2;
        Files.delete(probe);
        if (!holes) {
            System.out.println("skipped the test beyond 4 GiB: files of " + store + " cannot have holes");
        }
        assumeTrue(holes, "files of " + store + " cannot have holes");
    }
}
