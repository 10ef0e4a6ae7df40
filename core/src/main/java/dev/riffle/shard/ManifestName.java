package dev.riffle.shard;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Computes the name of a set's manifest, such as {@code .train.tfrecord@10.manifest.json} next to the shards of
 * {@code train.tfrecord@10}.
 */
final class ManifestName {

    private static final String ENDING = ".manifest.json";

    private ManifestName() {}

    static Path beside(Path shard, ShardNames names) {
        return shard.resolveSibling("." + names.prefix().getFileName() + "@" + names.count() + names.suffix() + ENDING);
    }

    /** Returns the manifest path of the set to which a file belongs by its name; empty if the name is not a shard's. */
    static Optional<Path> besideShard(Path path) {
        return ShardNames.find(path).map(member -> beside(path, member.names()));
    }
}
