package dev.riffle.shard;

import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSink;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Where records go: one file, or several that appear together or not at all. Immutable.
 *
 * <p>{@link #file} is one file, {@link #shards} so many with the records in order and evenly shared, {@link #ofSize} and {@link
 * #ofRecords} as many as it takes. What it is written with, {@link RecordWriterOptions}, says format, compression and what
 * happens to files that are there. Sets get a {@linkplain SetManifest manifest} beside them.
 *
 * <p>A set that overwrites also replaces one of the same prefix and suffix, but another count, with its manifest: when all new
 * files have their names, the old ones go away. Where one of them is read, the work is refused before it begins.
 */
public sealed interface RecordOutput {

    /** What the files are written with. */
    RecordWriterOptions options();

    /**
     * One file. Where its name is that of a shard of a set with a manifest, the manifest, which would not be true any more, goes
     * away when the file appears; a {@link dev.riffle.RecordWriter} knows of no manifests.
     *
     * @throws IllegalArgumentException if the options ask for writing in place, which cannot be all or nothing
     */
    static RecordOutput file(Path path, RecordWriterOptions options) {
        return new OneFile(path, options);
    }

    /** Any one sink, a stream for example. */
    static RecordOutput sink(ByteSink sink, RecordWriterOptions options) {
        return new OneSink(sink, options);
    }

    /**
     * A set with the records in order, as evenly shared as whole records can be: the first shards have one more where they
     * cannot all have as many. The records are counted beforehand, and {@code RecordRewrite.copyTo} writes several shards at a time
     * where it reads uncompressed TFRecord files that are not small, have no damage, and none of which is empty.
     *
     * @throws IllegalArgumentException if the options ask for writing in place, which cannot be all or nothing
     */
    static RecordOutput shards(ShardNames names, RecordWriterOptions options) {
        return new EvenShards(names, options);
    }

    /**
     * As many shards as it takes, each of at most {@code bytes} uncompressed bytes, frames included, unless one record has
     * more. There is at least one shard.
     *
     * @param prefix what the names begin with, as {@link ShardNames#prefix()}; how many there are is known at the end
     * @param suffix what the names end with, such as {@code .gz}; may be empty
     * @throws IllegalArgumentException if {@code bytes} is not positive, the suffix is not one of shards, or the options ask
     *     for writing in place
     */
    static RecordOutput ofSize(String prefix, String suffix, long bytes, RecordWriterOptions options) {
        return new FilledShards(prefix, suffix, Long.MAX_VALUE, bytes, options);
    }

    /**
     * As many shards as it takes, each of {@code records} records but the last. There is at least one shard.
     *
     * @throws IllegalArgumentException if {@code records} is not positive; else as {@link #ofSize}
     */
    static RecordOutput ofRecords(String prefix, String suffix, long records, RecordWriterOptions options) {
        return new FilledShards(prefix, suffix, records, Long.MAX_VALUE, options);
    }

    /**
     * So many shards, each record in the one that {@code ShardedRecordWriter.shardOf} tells for its key: the one value of a
     * feature, be it a byte string or an integer, which counts as {@code ShardedRecordWriter.keyOf(long)}. All records of
     * a key are in one shard, in the order of the input. For Examples, OFRecords and the context of SequenceExamples.
     *
     * @param feature whose value it is
     * @throws IllegalArgumentException if the options ask for writing in place, which cannot be all or nothing
     */
    static RecordOutput byKey(ShardNames names, String feature, MissingKey missing, RecordWriterOptions options) {
        return new KeyedShards(names, feature, missing, options);
    }

    /**
     * One file of the default file system, see {@link #file}.
     *
     * @param path the file
     * @param options what it is written with
     */
    record OneFile(Path path, RecordWriterOptions options) implements RecordOutput {

        /** Refuses to write in place. */
        public OneFile {
            Objects.requireNonNull(path, "path");
            if (options.writesInPlace()) {
                throw new IllegalArgumentException("a file that is written in place cannot appear as a whole;"
                        + " leave out inPlace(), or give RecordOutput.sink a ByteSink.inPlace");
            }
        }
    }

    /**
     * One sink, see {@link #sink}.
     *
     * @param sink where the records go
     * @param options what they are written with
     */
    record OneSink(ByteSink sink, RecordWriterOptions options) implements RecordOutput {

        /** Refuses null. */
        public OneSink {
            Objects.requireNonNull(sink, "sink");
            Objects.requireNonNull(options, "options");
        }
    }

    /**
     * Shards of equal record counts, see {@link #shards}.
     *
     * @param names the names of the shards
     * @param options what they are written with
     */
    record EvenShards(ShardNames names, RecordWriterOptions options) implements RecordOutput {

        /** Refuses to write in place. */
        public EvenShards {
            Objects.requireNonNull(names, "names");
            checkNotInPlace(options);
        }
    }

    /**
     * Shards that are filled up to a limit, see {@link #ofSize} and {@link #ofRecords}.
     *
     * @param prefix what the names begin with
     * @param suffix what the names end with; may be empty
     * @param records the most records of a shard
     * @param bytes the most uncompressed bytes of a shard, frames included
     * @param options what the shards are written with
     */
    record FilledShards(String prefix, String suffix, long records, long bytes, RecordWriterOptions options)
            implements RecordOutput {

        /** Refuses limits below 1, suffixes that no shard can have, and to write in place. */
        public FilledShards {
            checkNotInPlace(options);
            if (records < 1) {
                throw new IllegalArgumentException("records must be positive: " + records);
            }
            if (bytes < 1) {
                throw new IllegalArgumentException("bytes must be positive: " + bytes);
            }
            prefix = new ShardNames(prefix, 1, suffix).prefix();
        }
    }

    /**
     * Shards by the key of the records, see {@link #byKey}.
     *
     * @param names the names of the shards
     * @param feature the name of the feature that is the key
     * @param missing what happens to records without a key
     * @param options what the shards are written with
     */
    record KeyedShards(ShardNames names, String feature, MissingKey missing, RecordWriterOptions options)
            implements RecordOutput {

        /** Refuses to write in place. */
        public KeyedShards {
            Objects.requireNonNull(names, "names");
            Objects.requireNonNull(feature, "feature");
            Objects.requireNonNull(missing, "missing");
            checkNotInPlace(options);
        }
    }

    private static void checkNotInPlace(RecordWriterOptions options) {
        if (options.writesInPlace()) {
            throw new IllegalArgumentException("a set of files that is written in place cannot appear as a whole;"
                    + " leave out inPlace(), or write the files one by one");
        }
    }
}
