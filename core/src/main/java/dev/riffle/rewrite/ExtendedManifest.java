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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The manifest of a set of which one shard gets more records. It is replaced together with the shard: at no moment is there a
 * manifest that says something else than the files.
 *
 * @param path the shard
 * @param place where the manifest is
 * @param number which shard of the set it is, from 0
 * @param manifest what it says of the set before
 */
record ExtendedManifest(Path path, Path place, int number, SetManifest manifest) {

    /** Writes the larger shard to a sink. */
    @FunctionalInterface
    interface Writing {
        RewriteReport to(ByteSink sink) throws IOException;
    }

    /**
     * The manifest of the set that a file belongs to by its name; empty if there is none.
     *
     * @throws IOException if there is one that cannot be used
     */
    static Optional<ExtendedManifest> of(Path path) throws IOException {
        Optional<Path> place = ManifestPlace.besideShard(path).filter(Files::exists);
        if (place.isEmpty()) {
            return Optional.empty();
        }
        int number = ShardNames.parse(path.getFileName().toString()).shard();
        SetManifest manifest = SetManifest.read(place.get());
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

    /** Fails if somebody replaced it between reading and locking it. */
    void checkStill(LockedFile locked) throws IOException {
        // Not its text: whoever has edited it may have left other white space.
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

    /** What is wrong already must not be made to look right. */
    void check(long records, long bytes) throws IOException {
        SetManifest.Shard listed = manifest.shards().get(number);
        if (listed.records() != records || listed.bytes() != bytes) {
            throw new IOException(path + ": is not as the manifest of its set says: expected " + listed.records()
                    + " records in " + listed.bytes() + " bytes, found " + records + " in " + bytes
                    + "; bring back the file, or delete " + place);
        }
    }

    /** The same for the bytes themselves. */
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
     * Writes the larger shard and the manifest that tells of it, and gives both their names.
     *
     * @param records how many the shard had before
     * @param again whether those are among the records that are written
     * @param last is looked at directly before the names are given
     */
    RewriteReport write(long records, boolean again, Writing writing, CheckedSink.Check last) throws IOException {
        AtomicCommit publication =
                new AtomicCommit(List.of(path), RecordWriterOptions.defaults().overwrite(), new FileSteps());
        try {
            publication.checkPlaces();
            StagingSink sink = new StagingSink(publication.staged().get(0), path.toString());
            RewriteReport report = writing.to(sink);
            long all = report.recordsWritten() + (again ? 0 : records);
            List<SetManifest.Shard> shards = new ArrayList<>(manifest.shards());
            shards.set(number, new SetManifest.Shard(path.getFileName().toString(), all, sink.size(), sink.checksum()));
            // What the new records look like nobody has looked at.
            publication.add(
                    new SetManifest(manifest.format(), manifest.compression(), shards, Optional.empty()), place);
            publication.rename(last);
            publication.finish();
            return report;
        } finally {
            publication.clear();
        }
    }
}
