package dev.riffle.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.filter.FeatureFilter;
import dev.riffle.internal.ReaderOptionsAccess;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.ProgressListener;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.internal.CountedInput;
import dev.riffle.shard.internal.FileSteps;
import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Makes record files of record files. Payloads are never encoded anew: every record that is written is, byte for byte, one
 * that was read. What is written appears whole or not at all, and what is read is left as it is.
 *
 * <pre>{@code
 * RecordRewrite.of(RecordSet.find(directory, "train.tfrecord@*"))
 *         .copyTo(RecordOutput.file(directory.resolve("all.tfrecord"), RecordWriterOptions.defaults()));
 * }</pre>
 *
 * <p>What is written has to have the format of what is read, else there is an {@link IllegalArgumentException} and nothing is
 * written; {@link #likeInput} gives such options. Damage in what is read is an
 * error unless {@link RecordInput#reading} says otherwise.
 *
 * <p>Immutable. Each operation runs on the thread that asks for it; only {@link #copyTo} uses all processors where it divides
 * large uncompressed files among {@linkplain RecordOutput#shards a number of shards}.
 */
public final class RecordRewrite {

    private final RecordInput input;

    /** The outputs, as far as they are known already. */
    private final List<OutputPlan> targets;

    private RecordRewrite(RecordInput input, List<OutputPlan> targets) {
        this.input = input;
        this.targets = targets;
    }

    /** Rewrites the records of an input. */
    public static RecordRewrite of(RecordInput input) {
        return new RecordRewrite(input, List.of());
    }

    /** Rewrites the records of a set, read with the default options. */
    public static RecordRewrite of(RecordSet set) {
        return of(RecordInput.of(set));
    }

    /** Rewrites the records of these sources, read with the default options. */
    public static RecordRewrite of(List<ByteSource> sources) {
        return of(RecordInput.of(sources));
    }

    private RecordRewrite to(OutputPlan... all) throws IOException {
        for (OutputPlan target : all) {
            target.checkReplacesNone(sources());
        }
        return new RecordRewrite(input, List.of(all));
    }

    /** The same for a walk before the one that counts: damage is told, and the progress, when the records are written. */
    RecordRewrite counting() {
        return new RecordRewrite(
                input.reading(ReaderOptionsAccess.withoutDamageListener(input.options()))
                        .progress(ProgressListener.NONE),
                targets);
    }

    private void checkTaken(RecordFormat format) {
        targets.forEach(target -> target.checkTakes(format));
    }

    /**
     * All records, in order: merges files into one, splits them into several, or compresses them otherwise.
     *
     * @throws IOException if something cannot be read or written; nothing is written then
     */
    public RewriteReport copyTo(RecordOutput target) throws IOException {
        return copyTo(OutputPlan.of(target));
    }

    RewriteReport copyTo(OutputPlan target) throws IOException {
        RecordRewrite checked = to(target);
        try (CountedInput counted = target.needsCount() ? CountedInput.of(sources(), options()) : CountedInput.NONE;
                SetOutput output = target.open(counted.count())) {
            if (counted.isEnterable()) {
                target.checkTakes(RecordFormat.TFRECORD);
            }
            if (output.copyAll(counted, input.progress())) {
                return new RewriteReport(counted.count(), output.commit());
            }
            try (RecordSequence records = checked.records()) {
                records.copyTo(output, Long.MAX_VALUE);
                return new RewriteReport(records.count(), output.commit());
            }
        }
    }

    /**
     * The records with the numbers from {@code from} to {@code to}, exclusive; the input behind them is not read.
     *
     * @param from the first record's number, from 0; below 0 it counts from the end, which costs a walk over all records
     * @param to likewise; a number behind the end means the end
     * @throws IOException if something cannot be read or written; nothing is written then
     */
    public RewriteReport slice(long from, long to, RecordOutput target) throws IOException {
        OutputPlan files = OutputPlan.of(target);
        return new Slicing(to(files), from, to).write(files);
    }

    /**
     * The first records, or all if there are fewer.
     *
     * @throws IllegalArgumentException if {@code count} is negative
     * @throws IOException if something cannot be read or written; nothing is written then
     */
    public RewriteReport take(long count, RecordOutput target) throws IOException {
        if (count < 0) {
            throw new IllegalArgumentException("count must not be negative: " + count);
        }
        return slice(0, count, target);
    }

    /**
     * Each record with a probability, whatever happens to the others, in the order of the input. Whether a record is taken
     * depends on its number and the seed and on nothing else.
     *
     * @param rate from 0 (none) to 1 (all)
     * @throws IllegalArgumentException if {@code rate} is outside that range
     * @throws IOException if something cannot be read or written; nothing is written then
     */
    public RewriteReport sample(double rate, long seed, RecordOutput target) throws IOException {
        if (!(rate >= 0 && rate <= 1)) {
            throw new IllegalArgumentException("rate must be from 0 to 1: " + rate);
        }
        OutputPlan files = OutputPlan.of(target);
        return new Sampling(to(files), seed).rate(rate, files);
    }

    /**
     * Just {@code count} records, every choice of so many being as likely as any other, in the order of the input; all if
     * there are fewer. Takes 16 bytes of memory for each, and two walks; where a source has no size, such as a stream, one
     * walk, and the payloads that are chosen so far are kept in memory. The sample is the same both ways.
     *
     * @throws IllegalArgumentException if {@code count} is negative
     * @throws IOException if something cannot be read or written; nothing is written then
     */
    public RewriteReport sampleCount(int count, long seed, RecordOutput target) throws IOException {
        if (count < 0) {
            throw new IllegalArgumentException("count must not be negative: " + count);
        }
        OutputPlan files = OutputPlan.of(target);
        return new Sampling(to(files), seed).count(count, files);
    }

    /**
     * The first of records that are the same.
     *
     * @throws IOException if something cannot be read or written, or a record whose features are to be compared is no
     *     message; nothing is written then
     */
    public DedupeReport dedupe(DistinctBy by, RecordOutput target) throws IOException {
        OutputPlan files = OutputPlan.of(target);
        return new Deduplication(to(files), by).write(files);
    }

    /**
     * As {@link #dedupe(DistinctBy, RecordOutput)}, with the records that are left out in a place of their own. Both appear or
     * neither does; what went to a {@linkplain RecordOutput#sink sink} stays there.
     *
     * @throws IllegalArgumentException if both targets are the same file, or sets with the same prefix and suffix
     */
    public DedupeReport dedupe(DistinctBy by, RecordOutput target, RecordOutput dropped) throws IOException {
        return dedupe(by, OutputPlan.of(target), OutputPlan.of(dropped));
    }

    DedupeReport dedupe(DistinctBy by, OutputPlan target, OutputPlan dropped) throws IOException {
        return new Deduplication(to(target, dropped), by).write(target, dropped);
    }

    /** What {@link #dedupe(DistinctBy, RecordOutput)} would do; nothing is written. */
    public DedupeReport countDuplicates(DistinctBy by) throws IOException {
        return new Deduplication(this, by).count();
    }

    /**
     * The records that meet a condition on their features.
     *
     * @throws IOException if something cannot be read or written, or a record is no message for which the condition makes
     *     sense; nothing is written then
     */
    public RewriteReport filter(FeatureFilter filter, RecordOutput target) throws IOException {
        OutputPlan files = OutputPlan.of(target);
        return RewritePass.write(to(files), files, new Filtering(filter, true));
    }

    /** The records that do not meet a condition; see {@link #filter}. */
    public RewriteReport filterNot(FeatureFilter filter, RecordOutput target) throws IOException {
        OutputPlan files = OutputPlan.of(target);
        return RewritePass.write(to(files), files, new Filtering(filter, false));
    }

    /** What {@link #filter} would choose; nothing is written. */
    public FilterCount countFiltered(FeatureFilter filter) throws IOException {
        RewritePass.Counted counted = RewritePass.count(this, new Filtering(filter, true));
        return new FilterCount(counted.read(), counted.written());
    }

    /**
     * Each source into a file of its own, one after the other; all files appear together or none does. The format stays. If
     * the paths are the names of a whole set, in order, it gets a manifest, and replaces sets of another count as {@link RecordOutput}
     * says; a fingerprint of what the records look like is taken over.
     *
     * @param paths as many as there are sources
     * @param options the compression to write with, and what happens to files that are there
     * @throws IllegalArgumentException if there are more or fewer paths, or one twice
     * @throws IOException if something cannot be read or written; nothing is written then
     */
    public RewriteReport recompress(List<Path> paths, RecordWriterOptions options) throws IOException {
        return new Recompression(this, paths, options, new FileSteps()).write();
    }

    /**
     * A file with all records behind its own, which takes the place of the old one at once. The format and the compression
     * are those that the file has. The old file is verified first; its bytes are copied as they are, except that the records
     * of a zlib stream, which cannot be continued, are compressed anew.
     *
     * <p>Where the file is a shard of a set with a manifest, that is replaced together with it. It then has no fingerprint of
     * what the records look like, since nobody has looked at the new ones.
     *
     * @return what was read, and the whole new file
     * @throws dev.riffle.CorruptRecordException if the file is damaged; it stays as it is
     * @throws IOException if something cannot be read or written, or somebody else changes the file; it stays as it is
     */
    public RewriteReport appendTo(Path file) throws IOException {
        return new Extension(this, file).write(RecordWriterOptions.defaults());
    }

    /**
     * Puts all records behind those of a plain file, in the file itself: for logs that others follow. Who reads it meanwhile
     * may see a torn tail. If something goes wrong the file is cut back; a process that is killed leaves what it wrote.
     *
     * @return what was read, and the whole file
     * @throws IOException if something cannot be read or written, the file is compressed or damaged or among what is read, or
     *     somebody else appends to it
     */
    public RewriteReport appendInPlace(Path file) throws IOException {
        return new Extension(this, file).writeInPlace(RecordWriterOptions.defaults());
    }

    /**
     * These options with the format and the compression of the first source, which is opened for that.
     *
     * @throws IOException if it cannot be read
     */
    public RecordWriterOptions likeInput(RecordWriterOptions written) throws IOException {
        if (sources().isEmpty()) {
            return written;
        }
        try (RecordReader look = RecordReader.open(sources().get(0), options())) {
            return written.format(look.format()).compression(look.compression());
        }
    }

    RecordFormat inputFormat() throws IOException {
        if (sources().isEmpty()) {
            return RecordFormat.TFRECORD;
        }
        try (RecordReader look = RecordReader.open(sources().get(0), options())) {
            return look.format();
        }
    }

    RecordInput input() {
        return input;
    }

    List<ByteSource> sources() {
        return input.sources();
    }

    RecordReaderOptions options() {
        return input.options();
    }

    /** Returns the records of the input, which must have a format that the outputs take. */
    RecordSequence records() {
        return new RecordSequence(input, this::checkTaken);
    }
}
