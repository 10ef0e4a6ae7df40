package dev.riffle.shard.internal;

import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** The path of a set's manifest while the set is written. */
public final class ManifestPlace {

    private ManifestPlace() {}

    /** Returns the path of the manifest of a set, next to this shard. */
    public static Path beside(Path shard, ShardNames names) {
        return shard.resolveSibling(SetManifest.pathOf(names).getFileName().toString());
    }

    /** Returns the path of the manifest of the set to which a file belongs by its name; empty if it is not a shard. */
    public static Optional<Path> besideShard(Path path) {
        try {
            return Optional.of(
                    beside(path, ShardNames.parse(path.getFileName().toString()).names()));
        } catch (IllegalArgumentException noShard) {
            return Optional.empty();
        }
    }

    /**
     * Checks before the work that the file system takes the name of the manifest, which is longer than those of the
     * shards.
     *
     * @throws FileSystemException if the file system does not take it
     */
    static void check(ShardNames names) throws IOException {
        check(beside(Path.of(names.name(0)), names));
    }

    static void check(Path manifest) throws IOException {
        try {
            Files.readAttributes(manifest, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException | AccessDeniedException e) {
            // the name is free, or the directory cannot be written at all
        } catch (FileSystemException e) {
            FileSystemException named = new FileSystemException(
                    manifest.toString(),
                    null,
                    "cannot be the name of the set's manifest: " + e.getReason() + "; give the set a shorter name");
            named.initCause(e);
            throw named;
        }
    }
}
