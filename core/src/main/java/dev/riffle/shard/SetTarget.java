package dev.riffle.shard;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

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
public abstract sealed class SetTarget permits SingleFileTarget, EvenTarget, FillingTarget, KeyTarget {

    /** What the files are written with. */
    final RecordWriterOptions options;

    SetTarget(RecordWriterOptions options) {
        this.options = options;
    }

    /**
     * One file. Where its name is that of a shard of a set with a manifest, the manifest, which would not be true any more, goes
     * away when the file appears; a {@link dev.riffle.RecordWriter} knows of no manifests.
     *
     * @throws IllegalArgumentException if the options ask for writing in place, which cannot be all or nothing
     */
    public static SetTarget file(Path path, RecordWriterOptions options) {
        if (options.writesInPlace()) {
            throw new IllegalArgumentException("a file that is written in place cannot appear as a whole;"
                    + " leave out inPlace(), or give SetTarget.sink a ByteSink.inPlace");
        }
        return SingleFileTarget.at(path, options, new FileSteps());
    }

    /** Any one sink, a stream for example. */
    public static SetTarget sink(ByteSink sink, RecordWriterOptions options) {
        return SingleFileTarget.into(sink, options);
    }

    /**
     * A set with the records in order, as evenly shared as whole records can be: the first shards have one more where they
     * cannot all have as many. The records are counted beforehand, and {@link Surgery#copyTo} writes several shards at a time
     * where it reads uncompressed TFRecord files that are not small, have no damage, and none of which is empty.
     *
     * @throws IllegalArgumentException if the options ask for writing in place, which cannot be all or nothing
     */
    public static SetTarget shards(ShardNames names, RecordWriterOptions options) {
        return new EvenTarget(names, options, new FileSteps());
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
    public static SetTarget ofSize(String prefix, String suffix, long bytes, RecordWriterOptions options) {
        return new FillingTarget(prefix, suffix, Long.MAX_VALUE, bytes, options, new FileSteps());
    }

    /**
     * As many shards as it takes, each of {@code records} records but the last. There is at least one shard.
     *
     * @throws IllegalArgumentException if {@code records} is not positive; else as {@link #ofSize}
     */
    public static SetTarget ofRecords(String prefix, String suffix, long records, RecordWriterOptions options) {
        return new FillingTarget(prefix, suffix, records, Long.MAX_VALUE, options, new FileSteps());
    }

    /**
     * So many shards, each record in the one that {@link ShardedRecordWriter#shardOf} tells for its key: the one value of a
     * feature, be it a byte string or an integer, which counts as {@link ShardedRecordWriter#keyOf(long)}. All records of
     * a key are in one shard, in the order of the input. For Examples, OFRecords and the context of SequenceExamples.
     *
     * @param feature whose value it is
     * @throws IllegalArgumentException if the options ask for writing in place, which cannot be all or nothing
     */
    public static SetTarget byKey(ShardNames names, String feature, MissingKey missing, RecordWriterOptions options) {
        return new KeyTarget(names, feature, missing, options);
    }

    /** What is written. */
    final RecordFormat format() {
        return options.format();
    }

    /**
     * Payloads of one format are no payloads of the other.
     *
     * @throws IllegalArgumentException if records of this format cannot be written
     */
    final void checkTakes(RecordFormat read) {
        if (read != format()) {
            throw new IllegalArgumentException("records of " + read.title() + " cannot be written as "
                    + format().title() + "; give the target options with format(RecordFormat." + read
                    + "), or those of Surgery.likeInput");
        }
    }

    /** Which files are written or taken away. */
    abstract TargetPlaces places();

    /** Fails if the files that are replaced are among those that are read: nothing that is read is ever taken away. */
    final void checkReplacesNone(List<ByteSource> sources) throws IOException {
        if (replaces()) {
            places().checkNotRead(sources);
        }
    }

    /** Whether files that are there are replaced. */
    final boolean replaces() {
        return options.overwrites();
    }

    /** Whether the number of records must be known beforehand. */
    abstract boolean needsCount();

    /**
     * Begins to write.
     *
     * @param records how many records there will be; does not matter where it need not be known
     */
    abstract SetOutput open(long records) throws IOException;

    /** Begins to write files that appear together with those of another target, if they are files at all. */
    SetOutput openWithOthers(long records) throws IOException {
        return open(records);
    }
}
