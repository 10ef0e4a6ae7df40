package dev.riffle.shard.internal;

import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
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
        return ShardNames.find(path).map(member -> beside(path, member.names()));
    }

    /**
     * Checks that the storage accepts the name of the manifest, which is longer than the names of the shards.
     * Writers call this before they write records.
     *
     * @throws FileSystemException if the storage does not accept it
     */
    static void check(CommitStorage storage, ShardNames names) throws IOException {
        Path manifest = beside(names.path(0), names);
        try {
            storage.version(manifest);
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
