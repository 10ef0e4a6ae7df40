package dev.riffle.shard;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** The temporary files of one shuffle: hidden names in one directory, made when they are needed, deleted at the end. */
final class SpillFolder implements Closeable {

    private final Path directory;
    private final SpillSteps steps;
    private final SpillTraffic traffic = new SpillTraffic();
    private final String random =
            HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    private final Set<Path> files = new HashSet<>();
    private int made;

    SpillFolder(Path directory, SpillSteps steps) {
        this.directory = directory;
        this.steps = steps;
    }

    SpillTraffic traffic() {
        return traffic;
    }

    SpillFile create() throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new NoSuchFileException(
                    directory.toString(), null, "no such directory for temporary files; create it first");
        }
        Path path = directory.resolve(".riffle-shuffle." + random + "-" + made++ + ".tmp");
        files.add(path);
        return SpillFile.create(path, steps, traffic);
    }

    /** Deletes everything that is left. A file that cannot be deleted does not keep the others. */
    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (Path file : files) {
            try {
                steps.delete(file);
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        files.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
