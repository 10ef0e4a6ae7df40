package dev.riffle.shard.internal;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens the files that a {@link RecordOutput} describes.
 *
 * @param output the description
 * @param storage the storage of the files
 */
public record OutputPlan(RecordOutput output, CommitStorage storage) {

    /** Returns the plan for an output. */
    public static OutputPlan of(RecordOutput output) {
        return new OutputPlan(output, new FileStorage());
    }

    /**
     * Checks that the output has the messages of the input: Examples, or OneFlow's messages.
     *
     * @throws IllegalArgumentException if the output has other messages
     */
    public void checkTakes(RecordFormat read) {
        RecordFormat format = output.options().format();
        if (read.hasExamples() != format.hasExamples()) {
            throw new IllegalArgumentException("cannot write " + read.title() + " records to an output in "
                    + format.title() + "; set format(RecordFormat." + read
                    + ") in the output options, or use RecordRewrite.likeInput");
        }
    }

    /** Returns the names of a shard set with any count; null for an output to one file or sink. */
    private @Nullable ShardNames set() {
        if (output instanceof RecordOutput.EvenShards even) {
            return even.names();
        }
        if (output instanceof RecordOutput.KeyedShards keyed) {
            return keyed.names();
        }
        return output instanceof RecordOutput.FilledShards filled
                ? new ShardNames(filled.prefix(), 1, filled.suffix())
                : null;
    }

    /** Returns one of the files of the output; empty for a sink. */
    public Optional<Path> file() {
        ShardNames set = set();
        if (set != null) {
            return Optional.of(set.path(0));
        }
        return output instanceof RecordOutput.OneFile file ? Optional.of(file.path()) : Optional.empty();
    }

    /**
     * Checks that the output does not replace a source, because a rewrite never removes its input. An output of one
     * file may replace its source, because the new file has a hidden name until the end of the work.
     */
    public void checkReplacesNone(List<ByteSource> sources) throws IOException {
        ShardNames set = set();
        if (set != null && output.options().overwrites()) {
            checkReplacesNone(storage, set.path(0), Set.of(), sources);
        }
    }

    /**
     * Checks that no source is an existing shard with the prefix and suffix of this shard.
     *
     * @param allowed the places of shards that may be sources
     */
    public static void checkReplacesNone(CommitStorage storage, Path shard, Set<Path> allowed, List<ByteSource> sources)
            throws IOException {
        Set<Path> replaced = new HashSet<>();
        for (Path old : SameNamedShards.of(storage, shard)) {
            replaced.add(storage.place(old));
        }
        replaced.removeAll(allowed);
        for (ByteSource source : sources) {
            Optional<Path> path = path(source, shard);
            if (!replaced.isEmpty() && path.isPresent() && replaced.contains(storage.place(path.get()))) {
                throw new FileSystemException(
                        source.name(),
                        null,
                        "is an input that the output set would replace; choose another name for the set");
            }
        }
    }

    /** Returns the name of a source as a path in the file system of {@code output}, if it can be such a path. */
    public static Optional<Path> path(ByteSource source, Path output) {
        try {
            return Optional.of(output.getFileSystem().getPath(source.name()));
        } catch (InvalidPathException noFile) {
            return Optional.empty();
        }
    }

    /** Returns whether both outputs may write the same file. */
    public boolean overlaps(OutputPlan other) throws IOException {
        if (output instanceof RecordOutput.OneFile mine
                && other.output instanceof RecordOutput.OneFile theirs
                && storage.place(mine.path()).equals(storage.place(theirs.path()))) {
            return true;
        }
        // Two shards of one set overlap too, because they have the same manifest.
        Path first = first();
        return first != null && first.equals(other.first());
    }

    /** Returns a place that is equal for all shards of a prefix and a suffix; null for other files. */
    private @Nullable Path first() throws IOException {
        ShardNames names = output instanceof RecordOutput.OneFile file
                ? ShardNames.find(file.path()).map(ShardNames.Member::names).orElse(null)
                : set();
        return names == null ? null : storage.place(new ShardNames(names.prefix(), 1, names.suffix()).path(0));
    }

    /** Returns whether the output needs the number of records before the first one. */
    public boolean needsCount() {
        return output instanceof RecordOutput.EvenShards;
    }

    /**
     * Opens the output.
     *
     * @param records number of records; ignored unless {@link #needsCount}
     */
    public SetOutput open(long records) throws IOException {
        // The sink of a file publishes it with one rename.
        if (storage instanceof FileStorage
                && output instanceof RecordOutput.OneFile file
                && !hasManifest(file.path())) {
            return new SinkOutput(
                    RecordWriter.create(file.path(), file.options()),
                    file.path().toString());
        }
        return openWithOthers(records);
    }

    private boolean hasManifest(Path file) throws IOException {
        Optional<Path> manifest = ManifestPlace.besideShard(file);
        return manifest.isPresent() && storage.version(manifest.get()) != null;
    }

    /** Opens the output for a commit together with another output. A stream opens as usual. */
    public SetOutput openWithOthers(long records) throws IOException {
        RecordWriterOptions options = output.options();
        if (output instanceof RecordOutput.OneFile file) {
            return new ShardedOutput(
                    ShardChoice.unlimited(1), AtomicCommit.ofFile(file.path(), options, storage), options);
        }
        if (output instanceof RecordOutput.OneSink one) {
            return new SinkOutput(
                    RecordWriter.create(one.sink(), options), one.sink().name());
        }
        if (output instanceof RecordOutput.EvenShards even) {
            return new ShardedOutput(
                    ShardChoice.even(even.names().count(), records),
                    AtomicCommit.of(even.names().paths(), options, storage),
                    options);
        }
        if (output instanceof RecordOutput.KeyedShards keyed) {
            return new ShardedOutput(
                    new ShardChoice.ByKey(keyed.names(), keyed.feature(), keyed.missing(), options.format()),
                    AtomicCommit.of(keyed.names().paths(), options, storage),
                    options);
        }
        if (output instanceof RecordOutput.FilledShards filled) {
            return new ShardedOutput(
                    ShardChoice.filled(filled.records(), filled.bytes()),
                    AtomicCommit.ofUncounted(new ShardNames(filled.prefix(), 1, filled.suffix()), options, storage),
                    options);
        }
        throw new AssertionError(output);
    }
}
