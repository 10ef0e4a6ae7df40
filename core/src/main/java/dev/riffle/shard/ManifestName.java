package dev.riffle.shard;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** What the manifest of a set is called: {@code .train.tfrecord@10.manifest.json} beside the shards of {@code train.tfrecord@10}. */
final class ManifestName {

    private static final String ENDING = ".manifest.json";

    private ManifestName() {}

    static Path beside(Path shard, ShardNames names) {
        String prefix = names.prefix();
        String last = prefix.substring(Math.max(prefix.lastIndexOf('/'), prefix.lastIndexOf('\\')) + 1);
        return shard.resolveSibling("." + last + "@" + names.count() + names.suffix() + ENDING);
    }

    /**
     * Finds out before the work whether a file can have the name, which is longer than those of the shards.
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
            // the name is free, or nothing can be written there whatever it is called
        } catch (FileSystemException e) {
            FileSystemException named = new FileSystemException(
                    manifest.toString(),
                    null,
                    "cannot be the name of the set's manifest: " + e.getReason() + "; give the set a shorter name");
            named.initCause(e);
            throw named;
        }
    }

    /** That of the set which a file belongs to, if its name says that it belongs to one. */
    static Optional<Path> besideShard(Path path) {
        try {
            return Optional.of(
                    beside(path, ShardNames.parse(path.getFileName().toString()).names()));
        } catch (IllegalArgumentException noShard) {
            return Optional.empty();
        }
    }
}
