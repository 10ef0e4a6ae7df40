package dev.riffle.rewrite;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.internal.RecordSequence;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.internal.AtomicCommit;
import dev.riffle.shard.internal.FileSteps;
import dev.riffle.shard.internal.ManifestPlace;
import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SameNamedShards;
import dev.riffle.shard.internal.ShardedOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes each source to a separate file, one after the other, and commits all files at the end. */
final class Recompression {

    private final RecordRewrite rewrite;
    private final List<Path> paths;
    private final RecordWriterOptions options;
    private final FileSteps steps;

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
        boolean isSet = AtomicCommit.set(paths).isPresent();
        if (isSet) {
            checkNotRetired();
        }
        try (ShardedOutput out = ShardedOutput.oneByOne(paths, options, steps)) {
            if (isSet) {
                // The schema is read before the long work, because the commit may replace the manifest.
                manifest().ifPresent(before -> {
                    out.schema(before.schema().orElse(null));
                    out.columns(before.columns());
                });
            }
            for (ByteSource source : rewrite.sources()) {
                try (RecordReader probe = RecordReader.open(source, rewrite.options())) {
                    out.options(options.format(probe.format()));
                }
                try (RecordSequence records = rewrite.records(List.of(source))) {
                    records.copy(out::copy, out::uncompressedSize, Long.MAX_VALUE);
                }
                out.finishShard();
            }
            List<WrittenShard> written = out.commit();
            return new RewriteReport(
                    written.stream().mapToLong(WrittenShard::records).sum(), written);
        }
    }

    /**
     * Returns the manifest of the input, if the input is a set. The schema remains valid, because a recompression
     * copies records and drops only damaged ones.
     */
    private Optional<SetManifest> manifest() throws IOException {
        List<Path> read = new ArrayList<>();
        for (ByteSource source : rewrite.sources()) {
            Path place = OutputPlan.place(source, paths.get(0));
            if (place == null) {
                return Optional.empty();
            }
            read.add(place);
        }
        Optional<ShardNames> names = AtomicCommit.set(read);
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
                Path read = OutputPlan.place(source, paths.get(0));
                if (read != null && !replaced.contains(AtomicCommit.real(shard)) && read.equals(shard.toRealPath())) {
                    throw OutputPlan.isReplaced(source);
                }
            }
        }
    }
}
