package dev.riffle.rewrite;

import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.internal.OutputPlan;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds the memory limit of an operation, and decides the directory of its temporary files. Unless the caller has set
 * one, this is the directory of the output, or else of the input. An operation between streams uses the working
 * directory. The temporary directory of the system is often memory, and never used.
 *
 * @param directory the directory that the caller has set, or null
 */
record SpillSettings(long memoryBytes, @Nullable Path directory, SpillSteps steps) {

    private static final long LEAST_MEMORY_BYTES = ExternalShuffle.LEAST_MEMORY_BYTES;

    /** Work that may need temporary files. */
    interface Work<T> {
        T in(SpillFolder folder) throws IOException;
    }

    /** Returns settings with half of the largest heap. */
    static SpillSettings defaults() {
        long half = Runtime.getRuntime().maxMemory() / 2;
        return new SpillSettings(Math.max(LEAST_MEMORY_BYTES, half), null, new SpillSteps());
    }

    SpillSettings memory(long bytes) {
        if (bytes != -1 && bytes < LEAST_MEMORY_BYTES) {
            throw new IllegalArgumentException(
                    "bytes must be at least " + LEAST_MEMORY_BYTES + Argument.OR_CHOSEN + ": " + bytes);
        }
        return new SpillSettings(bytes == -1 ? defaults().memoryBytes : bytes, directory, steps);
    }

    SpillSettings directory(Path other) {
        return new SpillSettings(memoryBytes, other, steps);
    }

    SpillSettings steps(SpillSteps other) {
        return new SpillSettings(memoryBytes, directory, other);
    }

    /** Runs work and deletes its temporary files. */
    <T> T run(List<OutputPlan> outputs, List<ByteSource> sources, Work<T> work) throws IOException {
        SpillFolder folder = new SpillFolder(place(outputs, sources), steps);
        T result;
        try {
            result = work.in(folder);
        } catch (Throwable e) {
            try (folder) {
                throw e;
            }
        }
        try {
            folder.close();
        } catch (IOException e) {
            // The output is committed. A temporary file that remains keeps its hidden name.
            return result;
        }
        return result;
    }

    private Path place(List<OutputPlan> outputs, List<ByteSource> sources) {
        if (directory != null) {
            return directory;
        }
        Stream<Path> files = Stream.concat(
                outputs.stream().map(OutputPlan::file).flatMap(Optional::stream),
                sources.stream().map(SpillSettings::file).flatMap(Optional::stream));
        return files.filter(file -> file.getFileSystem().equals(FileSystems.getDefault()))
                .map(file -> file.toAbsolutePath().getParent())
                .filter(parent -> parent != null && Files.isDirectory(parent))
                .findFirst()
                .orElse(Path.of("").toAbsolutePath());
    }

    /** Returns the size of the sources in bytes. The size of a stream is unknown, and counts as 0. */
    static long bytes(List<ByteSource> sources) throws IOException {
        long bytes = 0;
        for (ByteSource source : sources) {
            bytes += source.size().orElse(0);
        }
        return bytes;
    }

    /** Returns the file that a source reads, if its name is a path of the default file system. */
    static Optional<Path> file(ByteSource source) {
        return OutputPlan.path(source, Path.of("")).filter(Files::exists);
    }
}
