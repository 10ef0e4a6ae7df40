package dev.riffle.shard;

import dev.riffle.RecordWriterOptions;
import dev.riffle.internal.Argument;
import dev.riffle.internal.Utf8;
import dev.riffle.io.ByteSink;
import java.nio.file.Path;

/**
 * Describes the output of an operation: one file, a sink, or the shards of a set. All files of an output appear
 * together or not at all.
 *
 * <pre>{@code
 * ShardNames names = ShardNames.of(Path.of("data/train.tfrecord"), 10);
 * RecordOutput output = RecordOutput.shards(names, RecordWriterOptions.defaults());
 * }</pre>
 *
 * <p>{@link #file} writes one file. {@link #shards} divides the records evenly among a fixed number of shards.
 * {@link #ofSize} and {@link #ofRecords} fill shards up to a limit. {@link #byKey} distributes records by their keys.
 * The {@link RecordWriterOptions} set the format, the compression, and what happens to existing files. Without a
 * compression, the ending of the names chooses it. A {@linkplain SetManifest manifest} appears next to each set.
 *
 * <p>An output that overwrites existing files also replaces a set with the same prefix and suffix but another count,
 * and its manifest. The commit removes the old files after all new files have their names. If one of the old files is
 * an input, the operation fails before it writes.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public sealed interface RecordOutput {

    /** Returns the options for writing the files, with the compression that the ending of the names means. */
    RecordWriterOptions options();

    /**
     * Returns an output to one file. If the file replaces a shard of a set, the commit removes the manifest of the set,
     * because it no longer matches. A {@link dev.riffle.RecordWriter} does not change manifests.
     *
     * @throws IllegalArgumentException if the options ask for writing in place, because an output must appear complete
     *     or not at all. Also if the ending of the name means a different compression than the options
     */
    static RecordOutput file(Path path, RecordWriterOptions options) {
        return new OneFile(path, options);
    }

    /** Returns an output to a sink, such as a stream. */
    static RecordOutput sink(ByteSink sink, RecordWriterOptions options) {
        return new OneSink(sink, options);
    }

    /**
     * Returns an output that divides the records in order into shards of equal record counts. If the counts cannot be
     * equal, the first shards have one record more. The operation counts the records before it writes.
     * {@code RecordRewrite.copyTo} writes several shards in parallel if its input files are uncompressed TFRecord
     * files, not small, not damaged and not empty.
     *
     * @throws IllegalArgumentException if the options ask for writing in place, because an output must appear complete
     *     or not at all. Also if the ending of the names means a different compression than the options
     */
    static RecordOutput shards(ShardNames names, RecordWriterOptions options) {
        return new EvenShards(names, options);
    }

    /**
     * Returns an output to shards of at most {@code bytes} uncompressed bytes each, frames included. A larger record
     * gets a separate shard. An output without records has one empty shard.
     *
     * @param prefix the beginning of the paths, as in {@link ShardNames#prefix()}; the commit adds the number of shards
     * @param suffix the end of the names, such as {@code .gz}; may be empty
     * @throws IllegalArgumentException if {@code bytes} is not positive, the suffix is invalid for a shard, the
     *     options ask for writing in place, or the ending of the names means a different compression than the options
     */
    static RecordOutput ofSize(Path prefix, String suffix, long bytes, RecordWriterOptions options) {
        return new FilledShards(prefix, suffix, Long.MAX_VALUE, bytes, options);
    }

    /**
     * Returns an output to shards of {@code records} records each; the last shard may have fewer. An output without
     * records has one empty shard.
     *
     * @throws IllegalArgumentException if {@code records} is not positive; otherwise like {@link #ofSize}
     */
    static RecordOutput ofRecords(Path prefix, String suffix, long records, RecordWriterOptions options) {
        return new FilledShards(prefix, suffix, records, Long.MAX_VALUE, options);
    }

    /**
     * Returns an output that writes each record to the shard of its key, which {@code ShardedRecordWriter.shardOf}
     * computes. The key is the only value of a feature: a bytes value, or an int64 that {@code
     * ShardedRecordWriter.keyOf(long)} converts. All records with the same key are in one shard, in input order. The
     * feature belongs to an Example, an OFRecord or the context of a SequenceExample.
     *
     * @param feature the name of the key feature
     * @throws IllegalArgumentException if the name has an unpaired surrogate. Otherwise like {@link #shards}
     */
    static RecordOutput byKey(ShardNames names, String feature, MissingKey missing, RecordWriterOptions options) {
        return new KeyedShards(names, feature, missing, options);
    }

    /**
     * Describes an output to one file; see {@link #file}. Immutable.
     *
     * @param path the path of the file
     * @param options the options for writing the file
     * @since 0.1
     */
    record OneFile(Path path, RecordWriterOptions options) implements RecordOutput {

        /** Checks the options. */
        public OneFile {
            Argument.present(path, "path");
            Argument.present(options, "options");
            if (options.writesInPlace()) {
                throw new IllegalArgumentException("an output to a file cannot be written in place;"
                        + " remove inPlace(), or use RecordOutput.sink with a ByteSink.inPlace");
            }
            options = options.forFile(path);
        }
    }

    /**
     * Describes an output to one sink; see {@link #sink}. Immutable.
     *
     * @param sink the sink that receives the records
     * @param options the options for writing the records
     * @since 0.1
     */
    record OneSink(ByteSink sink, RecordWriterOptions options) implements RecordOutput {

        /** Checks that no value is null. */
        public OneSink {
            Argument.present(sink, "sink");
            Argument.present(options, "options");
        }
    }

    /**
     * Describes shards of equal record counts; see {@link #shards}. Immutable.
     *
     * @param names the names of the shards
     * @param options the options for writing the shards
     * @since 0.1
     */
    record EvenShards(ShardNames names, RecordWriterOptions options) implements RecordOutput {

        /** Checks the options. */
        public EvenShards {
            Argument.present(names, "names");
            options = ofSet(names, options);
        }
    }

    /**
     * Describes shards with a size limit; see {@link #ofSize} and {@link #ofRecords}. Immutable.
     *
     * @param prefix the beginning of the paths
     * @param suffix the end of the names; may be empty
     * @param records the largest number of records in a shard
     * @param bytes the largest number of uncompressed bytes in a shard, frames included
     * @param options the options for writing the shards
     * @since 0.1
     */
    record FilledShards(Path prefix, String suffix, long records, long bytes, RecordWriterOptions options)
            implements RecordOutput {

        /** Checks that the limits are at least 1 and that a shard can have the suffix, and checks the options. */
        public FilledShards {
            Argument.present(prefix, "prefix");
            Argument.present(suffix, "suffix");
            Argument.positive(records, "records");
            Argument.positive(bytes, "bytes");
            options = ofSet(new ShardNames(prefix, 1, suffix), options);
        }
    }

    /**
     * Describes shards by the key of the records; see {@link #byKey}. Immutable.
     *
     * @param names the names of the shards
     * @param feature the name of the key feature
     * @param missing what happens to records without a key
     * @param options the options for writing the shards
     * @since 0.1
     */
    record KeyedShards(ShardNames names, String feature, MissingKey missing, RecordWriterOptions options)
            implements RecordOutput {

        /** Checks the options, and that the name has a UTF-8 form. */
        public KeyedShards {
            Argument.present(names, "names");
            Argument.present(feature, "feature");
            Argument.present(missing, "missing");
            Utf8.encode(feature);
            options = ofSet(names, options);
        }
    }

    /** Returns the options for the files of a set. */
    private static RecordWriterOptions ofSet(ShardNames names, RecordWriterOptions options) {
        if (Argument.present(options, "options").writesInPlace()) {
            throw new IllegalArgumentException(
                    "a set of files cannot be written in place; remove inPlace(), or write the files one by one");
        }
        return options.forFile(names.path(0));
    }
}
