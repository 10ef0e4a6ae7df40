package dev.riffle.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.internal.RecordSequence;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.internal.AtomicCommit;
import dev.riffle.shard.internal.FileSteps;
import dev.riffle.shard.internal.ManifestPlace;
import dev.riffle.shard.internal.OutputPlaces;
import dev.riffle.shard.internal.SameNamedShards;
import dev.riffle.shard.internal.StagedShard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes each source to a separate file, one after the other, and commits all files at the end. */
final class Recompression {

    private final RecordRewrite rewrite;
    private final List<Path> paths;
    private final RecordWriterOptions options;
    private final FileSteps steps;
    private final Set<RecordFormat> formats = EnumSet.noneOf(RecordFormat.class);
    private String compression = "";

    Recompression(RecordRewrite rewrite, List<Path> paths, RecordWriterOptions options, FileSteps steps) {
        if (paths.size() != rewrite.sources().size()) {
            throw new IllegalArgumentException("number of paths must equal the number of sources, "
                    + rewrite.sources().size() + ": " + paths.size());
        }
        if (options.writesInPlace()) {
            throw new IllegalArgumentException(
                    "files that appear together cannot be written in place; remove inPlace()");
        }
        this.rewrite = rewrite;
        this.paths = List.copyOf(paths);
        this.options = options;
        this.steps = steps;
    }

    RewriteReport write() throws IOException {
        if (paths.isEmpty()) {
            return new RewriteReport(0, List.of());
        }
        AtomicCommit commit = new AtomicCommit(paths, options, steps);
        try {
            Optional<ShardNames> set = set(paths);
            if (set.isPresent()) {
                checkNotRetired();
                commit.begin(set.get());
            } else {
                commit.checkPlaces();
            }
            // The schema is read before the long work, because the commit may replace the manifest.
            Optional<SetManifest> before = set.isPresent() ? manifest() : Optional.empty();
            List<WrittenShard> written = new ArrayList<>();
            List<SetManifest.Shard> listed = new ArrayList<>();
            for (int i = 0; i < paths.size(); i++) {
                StagedShard.Finished shard =
                        write(rewrite.sources().get(i), commit.staged().get(i), paths.get(i));
                written.add(shard.as(paths.get(i)));
                listed.add(shard.inManifest(paths.get(i)));
            }
            if (set.isPresent() && formats.size() == 1) {
                commit.add(
                        new SetManifest(
                                formats.iterator().next(),
                                compression,
                                listed,
                                before.flatMap(SetManifest::schema),
                                before.map(SetManifest::columns).orElse(Map.of())),
                        ManifestPlace.beside(paths.get(0), set.get()));
            }
            commit.rename();
            commit.finish();
            return new RewriteReport(
                    written.stream().mapToLong(WrittenShard::records).sum(), written);
        } finally {
            commit.clear();
        }
    }

    private StagedShard.Finished write(ByteSource source, Path staged, Path path) throws IOException {
        RecordWriterOptions like;
        try (RecordReader probe = RecordReader.open(source, rewrite.options())) {
            like = options.format(probe.format());
        }
        formats.add(like.format());
        try (StagedShard shard = new StagedShard(steps, staged, path.toString(), like)) {
            copy(source, shard.writer());
            compression = shard.writer().compression().name();
            return shard.commit();
        }
    }

    /**
     * Returns the manifest of the input, if the input is a set. The schema remains valid, because a recompression
     * copies records and drops only damaged ones.
     */
    private Optional<SetManifest> manifest() throws IOException {
        List<Path> read = new ArrayList<>();
        for (ByteSource source : rewrite.sources()) {
            Path place = OutputPlaces.place(source, paths.get(0));
            if (place == null) {
                return Optional.empty();
            }
            read.add(place);
        }
        Optional<ShardNames> names = set(read);
        Path manifest = names.map(set -> ManifestPlace.beside(read.get(0), set)).orElse(null);
        if (manifest == null || !Files.exists(manifest)) {
            return Optional.empty();
        }
        try {
            return Optional.of(SetManifest.read(manifest));
        } catch (IOException e) {
            // An invalid manifest provides no schema; 'riffle verify' reports the manifest.
            return Optional.empty();
        }
    }

    /** Checks that the commit removes an input shard only if the output of this shard replaces it. */
    private void checkNotRetired() throws IOException {
        if (!options.overwrites()) {
            return;
        }
        Set<Path> replaced = new HashSet<>();
        for (Path path : paths) {
            replaced.add(AtomicCommit.real(path));
        }
        for (Path shard : SameNamedShards.of(paths.get(0))) {
            for (ByteSource source : rewrite.sources()) {
                Path read = OutputPlaces.place(source, paths.get(0));
                if (read != null && !replaced.contains(AtomicCommit.real(shard)) && read.equals(shard.toRealPath())) {
                    throw OutputPlaces.isReplaced(source);
                }
            }
        }
    }

    /** Returns the names of the set that the files form; empty if the files are not a set. */
    private static Optional<ShardNames> set(List<Path> paths) {
        try {
            ShardNames names = ShardNames.ofSet(paths);
            return names.paths().equals(paths) ? Optional.of(names) : Optional.empty();
        } catch (IllegalArgumentException noSet) {
            return Optional.empty();
        }
    }

    private void copy(ByteSource source, RecordWriter writer) throws IOException {
        try (RecordSequence records = rewrite.records(List.of(source))) {
            records.copy(
                    (reader, max) -> reader.copyTo(writer, max, Long.MAX_VALUE),
                    writer::uncompressedSize,
                    Long.MAX_VALUE);
        }
    }
}
