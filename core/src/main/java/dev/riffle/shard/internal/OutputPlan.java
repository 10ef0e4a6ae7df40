package dev.riffle.shard.internal;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens the files that a {@link RecordOutput} describes.
 *
 * @param output the description
 * @param steps the file operations of the commit
 */
public record OutputPlan(RecordOutput output, FileSteps steps) {

    /** Returns the plan for an output. */
    public static OutputPlan of(RecordOutput output) {
        return new OutputPlan(output, new FileSteps());
    }

    /**
     * Checks that the output has the format of the input. The payloads of the formats differ.
     *
     * @throws IllegalArgumentException if the output has another format
     */
    public void checkTakes(RecordFormat read) {
        RecordFormat format = output.options().format();
        if (read != format) {
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

    /**
     * Checks that the output does not replace a source, because a rewrite never removes its input. An output of one
     * file may replace its source, because the new file has a hidden name until the end of the work.
     */
    public void checkReplacesNone(List<ByteSource> sources) throws IOException {
        ShardNames set = set();
        if (set == null || !output.options().overwrites()) {
            return;
        }
        Set<Path> replaced = new HashSet<>();
        for (Path shard : SameNamedShards.of(set)) {
            if (Files.exists(shard)) {
                replaced.add(shard.toRealPath());
            }
        }
        for (ByteSource source : sources) {
            if (!replaced.isEmpty() && replaced.contains(place(source, set.prefix()))) {
                throw isReplaced(source);
            }
        }
    }

    public static FileSystemException isReplaced(ByteSource source) {
        return new FileSystemException(
                source.name(), null, "is an input that the output set would replace; choose another name for the set");
    }

    /**
     * Returns the real path of a source by its name in the file system of {@code output}; null if no file of this file
     * system has the name.
     */
    public static @Nullable Path place(ByteSource source, Path output) throws IOException {
        try {
            Path path = output.getFileSystem().getPath(source.name());
            return Files.exists(path) ? path.toRealPath() : null;
        } catch (InvalidPathException noFile) {
            return null;
        }
    }

    /** Returns whether both outputs may write the same file. */
    public boolean overlaps(OutputPlan other) throws IOException {
        if (output instanceof RecordOutput.OneFile mine
                && other.output instanceof RecordOutput.OneFile theirs
                && AtomicCommit.real(mine.path()).equals(AtomicCommit.real(theirs.path()))) {
            return true;
        }
        // Two shards of one set overlap too, because they have the same manifest.
        Path first = first();
        return first != null && first.equals(other.first());
    }

    /** Returns a path that is equal for all shards of a prefix and a suffix; null for other files. */
    private @Nullable Path first() throws IOException {
        ShardNames names = set();
        if (names == null && output instanceof RecordOutput.OneFile file) {
            try {
                names = ShardNames.parse(file.path()).names();
            } catch (IllegalArgumentException noShard) {
                return null;
            }
        }
        return names == null ? null : AtomicCommit.real(new ShardNames(names.prefix(), 1, names.suffix()).path(0));
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
        if (output instanceof RecordOutput.OneFile file
                && ManifestPlace.besideShard(file.path()).filter(Files::exists).isEmpty()) {
            return new SinkOutput(
                    RecordWriter.create(file.path(), file.options()),
                    file.path().toString());
        }
        return openWithOthers(records);
    }

    /** Opens the output for a commit together with another output. A stream opens as usual. */
    public SetOutput openWithOthers(long records) throws IOException {
        RecordWriterOptions options = output.options();
        if (output instanceof RecordOutput.OneFile file) {
            return new ShardedOutput(
                    ShardChoice.unlimited(1), AtomicCommit.ofFile(file.path(), options, steps), options);
        }
        if (output instanceof RecordOutput.OneSink one) {
            return new SinkOutput(
                    RecordWriter.create(one.sink(), options), one.sink().name());
        }
        if (output instanceof RecordOutput.EvenShards even) {
            return new ShardedOutput(
                    ShardChoice.even(even.names().count(), records),
                    AtomicCommit.of(even.names().paths(), options, steps),
                    options);
        }
        if (output instanceof RecordOutput.KeyedShards keyed) {
            return new ShardedOutput(
                    new ShardChoice.ByKey(keyed.names(), keyed.feature(), keyed.missing(), options.format()),
                    AtomicCommit.of(keyed.names().paths(), options, steps),
                    options);
        }
        if (output instanceof RecordOutput.FilledShards filled) {
            return new ShardedOutput(
                    ShardChoice.filled(filled.records(), filled.bytes()),
                    AtomicCommit.ofUncounted(new ShardNames(filled.prefix(), 1, filled.suffix()), options, steps),
                    options);
        }
        throw new AssertionError(output);
    }
}
