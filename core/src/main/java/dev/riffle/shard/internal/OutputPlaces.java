package dev.riffle.shard.internal;

import dev.riffle.io.ByteSource;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Describes the files that an output writes or replaces. */
public final class OutputPlaces {

    private final @Nullable ShardNames set;
    private final @Nullable Path file;

    private OutputPlaces(@Nullable ShardNames set, @Nullable Path file) {
        this.set = set;
        this.file = file;
    }

    /** Returns the places of all shards with this prefix and suffix, of any count. */
    static OutputPlaces of(ShardNames set) {
        return new OutputPlaces(set, null);
    }

    static OutputPlaces of(Path file) {
        return new OutputPlaces(null, file);
    }

    static OutputPlaces none() {
        return new OutputPlaces(null, null);
    }

    /**
     * Checks that no source is a shard of the set. An output of one file may replace its source, because the new file
     * has a hidden name until the end of the work.
     */
    void checkNotRead(List<ByteSource> sources) throws IOException {
        if (set == null) {
            return;
        }
        Set<Path> replaced = new HashSet<>();
        for (Path shard : SameNamedShards.of(set)) {
            if (Files.exists(shard)) {
                replaced.add(shard.toRealPath());
            }
        }
        for (ByteSource source : sources) {
            if (!replaced.isEmpty() && replaced.contains(place(source, set.prefix()))) {
                throw isReplaced(source);
            }
        }
    }

    public static FileSystemException isReplaced(ByteSource source) {
        return new FileSystemException(
                source.name(), null, "is an input that the output set would replace; choose another name for the set");
    }

    /**
     * Returns the real path of a source by its name in the file system of {@code output}; null if no file of this file
     * system has the name.
     */
    public static @Nullable Path place(ByteSource source, Path output) throws IOException {
        try {
            Path path = output.getFileSystem().getPath(source.name());
            return Files.exists(path) ? path.toRealPath() : null;
        } catch (InvalidPathException noFile) {
            return null;
        }
    }

    /** Returns whether both outputs may write the same file. */
    public boolean overlap(OutputPlaces other) throws IOException {
        if (file != null && other.file != null && AtomicCommit.real(file).equals(AtomicCommit.real(other.file))) {
            return true;
        }
        // Two shards of one set overlap too, because they have the same manifest.
        Path mine = beginning();
        return mine != null && mine.equals(other.beginning());
    }

    /** Returns a path that is equal for all shards of a prefix and a suffix; null for other files. */
    private @Nullable Path beginning() throws IOException {
        Path any = set == null ? file : set.path(0);
        Path name = any == null ? null : any.getFileName();
        if (any == null || name == null) {
            return null;
        }
        ShardNames names;
        try {
            names = ShardNames.parse(name).names();
        } catch (IllegalArgumentException noShard) {
            return null;
        }
        return AtomicCommit.real(any.resolveSibling(new ShardNames(names.prefix(), 1, names.suffix()).path(0)));
    }
}
