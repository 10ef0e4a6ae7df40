package dev.riffle.rewrite;

import dev.riffle.example.MalformedTextException;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.internal.ManifestPlace;
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
import java.util.Map;
import java.util.Optional;

/**
 * Updates the manifest of a set when an append extends one of its shards. The commit replaces the manifest together
 * with the shard, so that a manifest never contradicts the files.
 *
 * @param path the path of the shard
 * @param place the path of the manifest
 * @param number the number of the shard in the set, from 0
 * @param manifest the content of the manifest before the change
 */
record ExtendedManifest(Path path, Path place, int number, SetManifest manifest) {

    /**
     * Returns the manifest of the set to which a file belongs by its name; empty if none exists.
     *
     * @throws IOException if the manifest exists and is not valid
     */
    static Optional<ExtendedManifest> of(Path path) throws IOException {
        Optional<Path> place = ManifestPlace.besideShard(path).filter(Files::exists);
        if (place.isEmpty()) {
            return Optional.empty();
        }
        int number = ShardNames.parse(path.getFileName()).shard();
        SetManifest manifest = read(place.get());
        if (number >= manifest.shards().size()
                || !manifest.shards()
                        .get(number)
                        .name()
                        .equals(path.getFileName().toString())) {
            throw new IOException(place.get() + ": does not list " + path.getFileName()
                    + ", although it belongs to that set; delete the manifest or write the set again");
        }
        return Optional.of(new ExtendedManifest(path, place.get(), number, manifest));
    }

    private static SetManifest read(Path place) throws IOException {
        try {
            return SetManifest.read(place);
        } catch (NoSuchFileException e) {
            throw ExtendedFile.missing(place);
        }
    }

    /** Checks that no other process replaced the manifest before this process locked it. */
    void checkUnchanged(ExtendedFile locked) throws IOException {
        // Compares the content, because an editor may have changed the white space of the text.
        try (InputStream in = Channels.newInputStream(locked.open(0))) {
            if (!isUnchanged(new String(in.readAllBytes(), StandardCharsets.UTF_8))) {
                throw new FileSystemException(
                        path.toString(),
                        null,
                        "another program is appending to a shard of its set; wait until it finishes");
            }
        }
    }

    private boolean isUnchanged(String json) {
        try {
            return SetManifest.ofJson(json).equals(manifest);
        } catch (MalformedTextException e) {
            return false;
        }
    }

    /** Checks that the shard matches its manifest, so that an append does not hide an existing difference. */
    void check(long records, long bytes) throws IOException {
        SetManifest.Shard listed = manifest.shards().get(number);
        if (listed.records() != records || listed.bytes() != bytes) {
            throw new IOException(path + ": differs from the manifest of its set: expected " + listed.records()
                    + " records in " + listed.bytes() + " bytes, found " + records + " in " + bytes
                    + "; restore the file, or delete " + place);
        }
    }

    /** Checks that the bytes of the shard match its manifest. */
    void check(int crc32c) throws IOException {
        SetManifest.Shard listed = manifest.shards().get(number);
        if (listed.crc32c() != crc32c) {
            HexFormat hex = HexFormat.of();
            throw new IOException(path + ": differs from the manifest of its set: expected CRC-32C 0x"
                    + hex.toHexDigits(listed.crc32c()) + ", found 0x" + hex.toHexDigits(crc32c)
                    + "; restore the file, or delete " + place);
        }
    }

    /** Returns the manifest with the new content of the shard. The schema of the new records is unknown. */
    SetManifest with(long records, long bytes, int crc32c) {
        List<SetManifest.Shard> shards = new ArrayList<>(manifest.shards());
        shards.set(number, new SetManifest.Shard(path.getFileName().toString(), records, bytes, crc32c));
        return new SetManifest(manifest.format(), manifest.compression(), shards, Optional.empty(), Map.of());
    }
}
