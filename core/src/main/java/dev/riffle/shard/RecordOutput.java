package dev.riffle.shard;

import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSink;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Describes where records are written: to one file, to a sink, or to the shards of a set. All files of an output appear
 * together or not at all.
 *
 * <pre>{@code
 * RecordOutput output = RecordOutput.shards(ShardNames.of("data/train.tfrecord", 10), RecordWriterOptions.defaults());
 * }</pre>
 *
 * <p>{@link #file} writes one file. {@link #shards} divides the records evenly among a fixed number of shards. {@link
 * #ofSize} and {@link #ofRecords} fill shards up to a limit. {@link #byKey} distributes records by their keys. The
 * {@link RecordWriterOptions} set the format, the compression, and what happens to existing files. A set gets a
 * {@linkplain SetManifest manifest} next to it.
 *
 * <p>A set that overwrites also replaces a set of the same prefix and suffix with another count, and its manifest. The
 * old files are removed when all new files have their names. If one of the old files is an input, the work is refused
 * before it begins.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public sealed interface RecordOutput {

    /** Returns the options for writing the files. */
    RecordWriterOptions options();

    /**
     * Returns an output to one file. If it has the name of a shard of a set with a manifest, the manifest no longer
     * fits. It is removed when the file appears. A {@link dev.riffle.RecordWriter} does not touch manifests.
     *
     * @throws IllegalArgumentException if the options ask for writing in place, which cannot be all or nothing
     */
    static RecordOutput file(Path path, RecordWriterOptions options) {
        return new OneFile(path, options);
    }

    /** Returns an output to a sink, such as a stream. */
    static RecordOutput sink(ByteSink sink, RecordWriterOptions options) {
        return new OneSink(sink, options);
    }

    /**
     * Returns an output to a set that holds the records in order, in shards of equal record counts. If the counts
     * cannot be equal, the first shards have one record more. The records are counted beforehand. {@code
     * RecordRewrite.copyTo} writes several shards at a time if its input is uncompressed TFRecord files that are not
     * small, not damaged and not empty.
     *
     * @throws IllegalArgumentException if the options ask for writing in place, which cannot be all or nothing
     */
    static RecordOutput shards(ShardNames names, RecordWriterOptions options) {
        return new EvenShards(names, options);
    }

    /**
     * Returns an output to shards of at most {@code bytes} uncompressed bytes each, frames included, unless one record
     * has more. There is at least one shard.
     *
     * @param prefix the beginning of the names, as in {@link ShardNames#prefix()}; the count of shards is known at the
     *     end
     * @param suffix the end of the names, such as {@code .gz}; may be empty
     * @throws IllegalArgumentException if {@code bytes} is not positive, the suffix cannot be that of a shard, or the
     *     options ask for writing in place
     */
    static RecordOutput ofSize(String prefix, String suffix, long bytes, RecordWriterOptions options) {
        return new FilledShards(prefix, suffix, Long.MAX_VALUE, bytes, options);
    }

    /**
     * Returns an output to shards of {@code records} records each, except the last. There is at least one shard.
     *
     * @throws IllegalArgumentException if {@code records} is not positive; otherwise as {@link #ofSize}
     */
    static RecordOutput ofRecords(String prefix, String suffix, long records, RecordWriterOptions options) {
        return new FilledShards(prefix, suffix, records, Long.MAX_VALUE, options);
    }

    /**
     * Returns an output that writes each record to the shard of its key, which {@code ShardedRecordWriter.shardOf}
     * computes. The key is the one value of a feature: a byte string, or an integer, which counts as {@code
     * ShardedRecordWriter.keyOf(long)}. All records of a key are in one shard, in input order. The feature may be one
     * of Examples, OFRecords and the context of SequenceExamples.
     *
     * @param feature the name of the key feature
     * @throws IllegalArgumentException if the options ask for writing in place, which cannot be all or nothing
     */
    static RecordOutput byKey(ShardNames names, String feature, MissingKey missing, RecordWriterOptions options) {
        return new KeyedShards(names, feature, missing, options);
    }

    /**
     * One file of the default file system; see {@link #file}. Immutable.
     *
     * @param path the path of the file
     * @param options the options for writing the file
     * @since 0.1
     */
    record OneFile(Path path, RecordWriterOptions options) implements RecordOutput {

        /** Checks that the options do not ask for writing in place. */
        public OneFile {
            Objects.requireNonNull(path, "path");
            if (options.writesInPlace()) {
                throw new IllegalArgumentException("a file that is written in place cannot appear as a whole;"
                        + " leave out inPlace(), or give RecordOutput.sink a ByteSink.inPlace");
            }
        }
    }

    /**
     * One sink; see {@link #sink}.
     *
     * @param sink the sink that receives the records
     * @param options the options for writing the records
     * @since 0.1
     */
    record OneSink(ByteSink sink, RecordWriterOptions options) implements RecordOutput {

        /** Checks that no value is null. */
        public OneSink {
            Objects.requireNonNull(sink, "sink");
            Objects.requireNonNull(options, "options");
        }
    }

    /**
     * Shards of equal record counts; see {@link #shards}. Immutable.
     *
     * @param names the names of the shards
     * @param options the options for writing the shards
     * @since 0.1
     */
    record EvenShards(ShardNames names, RecordWriterOptions options) implements RecordOutput {

        /** Checks that the options do not ask for writing in place. */
        public EvenShards {
            Objects.requireNonNull(names, "names");
            checkNotInPlace(options);
        }
    }

    /**
     * Shards that are filled up to a limit; see {@link #ofSize} and {@link #ofRecords}. Immutable.
     *
     * @param prefix the beginning of the names
     * @param suffix the end of the names; may be empty
     * @param records the largest number of records in a shard
     * @param bytes the largest number of uncompressed bytes in a shard, frames included
     * @param options the options for writing the shards
     * @since 0.1
     */
    record FilledShards(String prefix, String suffix, long records, long bytes, RecordWriterOptions options)
            implements RecordOutput {

        /**
         * Checks that the limits are at least 1 and that a shard can have the suffix. The options must not ask for
         * writing in place.
         */
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
     * Shards by the key of the records; see {@link #byKey}. Immutable.
     *
     * @param names the names of the shards
     * @param feature the name of the key feature
     * @param missing what happens to records without a key
     * @param options the options for writing the shards
     * @since 0.1
     */
    record KeyedShards(ShardNames names, String feature, MissingKey missing, RecordWriterOptions options)
            implements RecordOutput {

        /** Checks that the options do not ask for writing in place. */
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
