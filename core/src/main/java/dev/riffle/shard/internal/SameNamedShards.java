package dev.riffle.shard.internal;

import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Finds existing shards with the prefix and suffix of a set, of any count. */
final class SameNamedShards {

    private SameNamedShards() {}

    /** Returns the existing shards with the prefix and suffix of this shard, in name order. */
    static List<Path> of(CommitStorage storage, Path shard) throws IOException {
        ShardNames names = ShardNames.parse(shard.getFileName()).names();
        String prefix = names.prefix().toString();
        return storage.list(shard, prefix).stream()
                .filter(path -> isShard(path.getFileName(), prefix, names.suffix()))
                .sorted()
                .toList();
    }

    private static boolean isShard(Path name, String prefix, String suffix) {
        return ShardNames.find(name)
                .map(ShardNames.Member::names)
                .filter(names -> names.prefix().toString().equals(prefix)
                        && names.suffix().equals(suffix))
                .isPresent();
    }
}
