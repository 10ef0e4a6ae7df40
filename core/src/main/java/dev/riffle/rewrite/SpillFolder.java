package dev.riffle.rewrite;

import dev.riffle.internal.file.Leftovers;
import dev.riffle.internal.file.WritingLock;
import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Manages the temporary files of one operation. They are hidden files in one directory. The folder creates them on
 * demand and deletes them at the end.
 */
final class SpillFolder implements Closeable {

    private static final String NAME = "riffle-work";

    private final Path directory;
    private final SpillSteps steps;
    private final Set<Path> files = new HashSet<>();
    private @Nullable WritingLock writing;
    private int created;

    SpillFolder(Path directory, SpillSteps steps) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new NoSuchFileException(
                    directory.toString(), null, "no such directory for temporary files; create it first");
        }
        this.directory = directory;
        this.steps = steps;
    }

    SpillFile create() throws IOException {
        if (writing == null) {
            Path place = directory.resolve(NAME);
            Leftovers.remove(List.of(place), List.of(NAME));
            writing = WritingLock.begin(place, NAME);
        }
        Path path = writing.hidden(directory.resolve(NAME), "-" + created++ + ".tmp");
        files.add(path);
        return new SpillFile(path, steps);
    }

    /** Returns sources that can be read several times: a temporary file replaces each stream. */
    List<ByteSource> rereadable(List<ByteSource> sources) throws IOException {
        List<ByteSource> all = new ArrayList<>();
        for (ByteSource source : sources) {
            all.add(source.size().isPresent() ? source : create().copyOf(source));
        }
        return all;
    }

    /**
     * Checks that the directory has room for temporary files.
     *
     * @param bytes the expected size of all files
     */
    void checkRoom(long bytes) throws IOException {
        long free = steps.freeBytes(directory);
        if (free < bytes) {
            throw new FileSystemException(
                    directory.toString(),
                    null,
                    "temporary files need about " + bytes + " bytes, and the disk has " + free
                            + " free; free some space, or use another temporary directory");
        }
    }

    void delete(SpillFile file) throws IOException {
        steps.delete(file.path());
        files.remove(file.path());
    }

    /** Deletes all remaining files. Continues if a deletion fails. */
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
        if (writing != null) {
            writing.close();
        }
        if (failure != null) {
            throw failure;
        }
    }
}
