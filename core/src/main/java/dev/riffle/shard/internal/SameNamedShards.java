package dev.riffle.shard.internal;

import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Finds existing shards with the prefix and suffix of a set, of any count. */
public final class SameNamedShards {

    private SameNamedShards() {}

    /** Returns the existing shards, in name order. */
    public static List<Path> of(ShardNames names) throws IOException {
        return of(names.path(0));
    }

    /** Returns the existing shards with the prefix and suffix of this shard, of any count. */
    public static List<Path> of(Path first) throws IOException {
        Path directory = first.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            return List.of();
        }
        ShardNames names = ShardNames.parse(first.getFileName()).names();
        String prefix = names.prefix().toString();
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(
                directory, entry -> entry.getFileName().toString().startsWith(prefix))) {
            for (Path entry : entries) {
                if (isShard(entry.getFileName(), prefix, names.suffix())) {
                    found.add(first.resolveSibling(entry.getFileName()));
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        Collections.sort(found);
        return found;
    }

    private static boolean isShard(Path name, String prefix, String suffix) {
        try {
            ShardNames parsed = ShardNames.parse(name).names();
            return parsed.prefix().toString().equals(prefix) && parsed.suffix().equals(suffix);
        } catch (IllegalArgumentException noShard) {
            return false;
        }
    }
}
