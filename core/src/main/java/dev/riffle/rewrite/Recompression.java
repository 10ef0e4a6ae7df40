package dev.riffle.rewrite;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.internal.RecordSequence;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.internal.CommitStorage;
import dev.riffle.shard.internal.ManifestPlace;
import dev.riffle.shard.internal.OutputPlan;
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
    private final CommitStorage storage;

    Recompression(RecordRewrite rewrite, List<Path> paths, RecordWriterOptions options, CommitStorage storage) {
        if (paths.size() != rewrite.sources().size()) {
            throw new IllegalArgumentException("number of paths must equal the number of sources, "
                    + rewrite.sources().size() + ": " + paths.size());
        }
        if (options.writesInPlace()) {
            throw new IllegalArgumentException(
                    "files that appear together cannot be written in place; remove inPlace()");
        }
        for (Path path : paths) {
            RecordWriterOptions unused = options.forFile(path);
        }
        this.rewrite = rewrite;
        this.paths = List.copyOf(paths);
        this.options = options;
        this.storage = storage;
    }

    RewriteReport write() throws IOException {
        if (paths.isEmpty()) {
            return new RewriteReport(0, List.of());
        }
        boolean isSet = RecordSet.ofPartial(paths).names().isPresent();
        if (isSet) {
            checkNotRetired();
        }
        try (ShardedOutput out = ShardedOutput.oneByOne(paths, options, storage)) {
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
            Optional<Path> path = OutputPlan.path(source, paths.get(0)).filter(Files::exists);
            if (path.isEmpty()) {
                return Optional.empty();
            }
            read.add(path.get().toRealPath());
        }
        Optional<ShardNames> names = RecordSet.ofPartial(read).names();
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
        if (options.overwrites()) {
            Set<Path> replaced = new HashSet<>();
            for (Path path : paths) {
                replaced.add(storage.place(path));
            }
            OutputPlan.checkReplacesNone(storage, paths.get(0), replaced, rewrite.sources());
        }
    }
}
