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

/** Computes the manifest path for the writers of a set. */
public final class ManifestPlace {

    private ManifestPlace() {}

    /** Returns the path of the manifest of a set, next to this shard. */
    public static Path beside(Path shard, ShardNames names) {
        return shard.resolveSibling(SetManifest.pathOf(names).getFileName().toString());
    }

    /** Returns the path of the manifest of the set to which a file belongs by its name; empty if it is not a shard. */
    public static Optional<Path> besideShard(Path path) {
        try {
            return Optional.of(beside(path, ShardNames.parse(path.getFileName()).names()));
        } catch (IllegalArgumentException noShard) {
            return Optional.empty();
        }
    }

    /**
     * Checks that the file system accepts the name of the manifest, which is longer than the names of the shards.
     * Writers call this before they write records.
     *
     * @throws FileSystemException if the file system does not accept it
     */
    static void check(ShardNames names) throws IOException {
        check(beside(names.path(0), names));
    }

    static void check(Path manifest) throws IOException {
        try {
            Files.readAttributes(manifest, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException | AccessDeniedException e) {
            // The name is free, or the directory is not writable, which a later step reports.
        } catch (FileSystemException e) {
            FileSystemException named = new FileSystemException(
                    manifest.toString(),
                    null,
                    "cannot be the name of the set's manifest: " + e.getReason()
                            + "; choose a shorter name for the set");
            named.initCause(e);
            throw named;
        }
    }
}
