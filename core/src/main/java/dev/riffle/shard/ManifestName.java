package dev.riffle.shard;

import java.nio.file.Path;
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
