package dev.riffle.spark.internal.manifest;

import dev.riffle.example.MalformedTextException;
import dev.riffle.shard.SetManifest;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;
import org.jspecify.annotations.Nullable;

/**
 * Holds a manifest in a file system of Hadoop.
 *
 * @param path the path of the manifest
 * @param time the modification time of the manifest
 * @param content the manifest
 * @param shards the shards by name
 */
record StoredManifest(Path path, long time, SetManifest content, Map<String, SetManifest.Shard> shards) {

    /** The size limit of a manifest is the maximum heap divided by this number. */
    private static final int HEAP_PARTS = 16;

    private static StoredManifest of(FileStatus status, SetManifest content) {
        Map<String, SetManifest.Shard> shards = new HashMap<>();
        content.shards().forEach(shard -> shards.put(shard.name(), shard));
        return new StoredManifest(status.getPath(), status.getModificationTime(), content, shards);
    }

    /**
     * Returns a manifest; empty if it does not exist. A missing manifest costs one request, for its status.
     *
     * @throws IOException if the manifest cannot be read or is not valid; the message names it
     */
    static Optional<StoredManifest> read(Path path, FileSystem files) throws IOException {
        FileStatus status;
        try {
            status = files.getFileStatus(path);
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
        long most = Runtime.getRuntime().maxMemory() / HEAP_PARTS;
        if (status.getLen() > most) {
            throw new IOException(path + ": " + status.getLen() + " bytes, more than the limit of " + most
                    + " for the heap of the driver");
        }
        byte[] bytes = new byte[(int) status.getLen()];
        // With the status, an object store need not ask for it again.
        try (FSDataInputStream in =
                FutureIO.awaitFuture(files.openFile(path).withFileStatus(status).build())) {
            in.readFully(0, bytes);
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return Optional.of(of(status, SetManifest.ofJson(text)));
        } catch (MalformedTextException e) {
            throw new IOException(path + ": " + e.getMessage(), e);
        } catch (CharacterCodingException e) {
            throw new IOException(path + ": invalid manifest: not UTF-8", e);
        }
    }

    /** Returns whether the manifest lists a file with this path. */
    boolean lists(Path file) {
        return shard(file) != null;
    }

    private SetManifest.@Nullable Shard shard(Path file) {
        Optional<String> name = relative(path.getParent(), file);
        return name.isEmpty() ? null : shards.get(name.get());
    }

    /** Returns whether the manifest has the ETag of a file. */
    boolean hasVersions() {
        return content.shards().stream().anyMatch(shard -> shard.version().isPresent());
    }

    /** Returns the difference between a listed file and the manifest in name or size; empty if both are equal. */
    Optional<String> difference(FileStatus file) {
        SetManifest.Shard shard = shard(file.getPath());
        if (shard == null) {
            return Optional.of("it does not list " + file.getPath());
        }
        return shard.bytes() == file.getLen()
                ? Optional.empty()
                : Optional.of(
                        "it lists " + shard.bytes() + " bytes for " + file.getPath() + ", which has " + file.getLen());
    }

    /**
     * Returns the difference between a listed file and the manifest; empty if the file fits. Compares the size. Then
     * compares the ETags if the manifest and the listing have them, because another content has another ETag. Without
     * an ETag, the file must not be newer than the manifest.
     */
    Optional<String> difference(FileStatus file, FileVersions versions) {
        SetManifest.Shard shard = shard(file.getPath());
        Optional<String> sizes = difference(file);
        if (shard == null || sizes.isPresent()) {
            return sizes;
        }
        Optional<String> version = versions.of(file.getPath());
        if (shard.version().isPresent() && version.isPresent()) {
            return shard.version().equals(version)
                    ? Optional.empty()
                    : Optional.of("it lists the ETag " + shard.version().get() + " for " + file.getPath()
                            + ", which has " + version.get());
        }
        return file.getModificationTime() > time
                ? Optional.of(file.getPath() + " is newer than the manifest")
                : Optional.empty();
    }

    /** Returns the path of a file relative to a directory; empty if the file is not below the directory. */
    static Optional<String> relative(Path directory, Path file) {
        String above = directory.toUri().getPath();
        String prefix = above.endsWith("/") ? above : above + "/";
        String inner = file.toUri().getPath();
        return inner.startsWith(prefix) ? Optional.of(inner.substring(prefix.length())) : Optional.empty();
    }

    /** Returns whether a directory has the name of a partition, such as {@code day=1}. */
    static boolean isPartition(String name) {
        return name.indexOf('=') > 0;
    }
}
