package dev.riffle.rewrite;

import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSink;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.internal.AtomicCommit;
import dev.riffle.shard.internal.CheckedSink;
import dev.riffle.shard.internal.FileSteps;
import dev.riffle.shard.internal.ManifestPlace;
import dev.riffle.shard.internal.StagingSink;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The manifest of a set in which one shard gets more records. The manifest is replaced together with the shard, so that
 * a manifest never contradicts the files.
 *
 * @param path the path of the shard
 * @param place the path of the manifest
 * @param number the number of the shard in the set, from 0
 * @param manifest the content of the manifest before the change
 */
record ExtendedManifest(Path path, Path place, int number, SetManifest manifest) {

    /** Writes the longer shard to a sink. */
    @FunctionalInterface
    interface Writing {
        RewriteReport to(ByteSink sink) throws IOException;
    }

    /**
     * Returns the manifest of the set to which a file belongs by its name; empty if there is none.
     *
     * @throws IOException if the manifest exists and cannot be used
     */
    static Optional<ExtendedManifest> of(Path path) throws IOException {
        Optional<Path> place = ManifestPlace.besideShard(path).filter(Files::exists);
        if (place.isEmpty()) {
            return Optional.empty();
        }
        int number = ShardNames.parse(path.getFileName().toString()).shard();
        SetManifest manifest = read(place.get());
        if (number >= manifest.shards().size()
                || !manifest.shards()
                        .get(number)
                        .name()
                        .equals(path.getFileName().toString())) {
            throw new IOException(place.get() + ": does not tell of " + path.getFileName()
                    + ", although it should by its name; delete it, or write the set again");
        }
        return Optional.of(new ExtendedManifest(path, place.get(), number, manifest));
    }

    private static SetManifest read(Path place) throws IOException {
        try {
            return SetManifest.read(place);
        } catch (NoSuchFileException e) {
            throw LockedFile.missing(place);
        }
    }

    /** Checks that no other process replaced the manifest between reading and locking it. */
    void checkStill(LockedFile locked) throws IOException {
        // Compares the content, because an editor may have changed the white space of the text.
        try (InputStream in = Channels.newInputStream(locked.open(0))) {
            if (!isStill(new String(in.readAllBytes(), StandardCharsets.UTF_8))) {
                throw new FileSystemException(
                        path.toString(), null, "somebody else appends to a shard of its set; wait until that ends");
            }
        }
    }

    private boolean isStill(String json) {
        try {
            return SetManifest.ofJson(json).equals(manifest);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Checks that the shard fits its manifest, so that an existing difference does not disappear. */
    void check(long records, long bytes) throws IOException {
        SetManifest.Shard listed = manifest.shards().get(number);
        if (listed.records() != records || listed.bytes() != bytes) {
            throw new IOException(path + ": is not as the manifest of its set says: expected " + listed.records()
                    + " records in " + listed.bytes() + " bytes, found " + records + " in " + bytes
                    + "; bring back the file, or delete " + place);
        }
    }

    /** Checks that the bytes of the shard fit its manifest. */
    void check(int crc32c) throws IOException {
        SetManifest.Shard listed = manifest.shards().get(number);
        if (listed.crc32c() != crc32c) {
            HexFormat hex = HexFormat.of();
            throw new IOException(path + ": is not as the manifest of its set says: expected CRC-32C 0x"
                    + hex.toHexDigits(listed.crc32c()) + ", found 0x" + hex.toHexDigits(crc32c)
                    + "; bring back the file, or delete " + place);
        }
    }

    /**
     * Writes the longer shard and its new manifest, and commits both.
     *
     * @param records number of records that the shard had before
     * @param again whether the written records include those
     * @param last the check directly before the commit
     */
    RewriteReport write(long records, boolean again, Writing writing, CheckedSink.Check last) throws IOException {
        AtomicCommit commit =
                new AtomicCommit(List.of(path), RecordWriterOptions.defaults().overwrite(), new FileSteps());
        try {
            commit.checkPlaces();
            StagingSink sink = new StagingSink(commit.staged().get(0), path.toString());
            RewriteReport report = writing.to(sink);
            long all = report.recordsWritten() + (again ? 0 : records);
            List<SetManifest.Shard> shards = new ArrayList<>(manifest.shards());
            shards.set(number, new SetManifest.Shard(path.getFileName().toString(), all, sink.size(), sink.checksum()));
            // The schema of the new records is unknown.
            commit.add(new SetManifest(manifest.format(), manifest.compression(), shards, Optional.empty()), place);
            commit.rename(last);
            commit.finish();
            return report;
        } finally {
            commit.clear();
        }
    }
}
