package dev.riffle.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.filter.FeatureFilter;
import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.internal.OperationProgress;
import dev.riffle.scan.internal.RecordSequence;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.RecordSet;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.internal.CountedInput;
import dev.riffle.shard.internal.FileStorage;
import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes new record files from existing ones: copies, slices, samples, filters, deduplicates, recompresses and appends.
 *
 * <pre>{@code
 * RecordRewrite.of(RecordSet.find(directory, "train.tfrecord@*"))
 *         .copyTo(RecordOutput.file(directory.resolve("all.tfrecord"), RecordWriterOptions.defaults()));
 * }</pre>
 *
 * <p>A rewrite copies payloads byte for byte and never encodes them again. An output appears complete or not at all.
 * The inputs stay unchanged.
 *
 * <p>The output must have the format of the input; {@link #likeInput} returns options with this format. For another
 * format, the operation throws an {@link IllegalArgumentException} and writes nothing. Damage in the input is an error
 * unless {@link RecordInput#reading} sets another damage policy.
 *
 * <p>Immutable and safe for use by several threads. Each operation runs on the calling thread. If the options of {@link
 * RecordInput#reading} have {@linkplain RecordReaderOptions#threads several threads}, {@link #copyTo} divides large
 * uncompressed files among {@linkplain RecordOutput#shards a number of shards} with these threads, and {@link #dedupe}
 * compares the records of such files with them. A copy from a mapped file to a file writes on one more thread.
 *
 * @since 0.1
 */
public final class RecordRewrite {

    private final RecordInput input;

    /** The outputs of this operation; empty before the caller names them. */
    private final List<OutputPlan> outputs;

    /** The progress of this operation; none before the operation begins. */
    private final OperationProgress progress;

    private final SpillSettings spill;

    private RecordRewrite(
            RecordInput input, List<OutputPlan> outputs, OperationProgress progress, SpillSettings spill) {
        this.input = input;
        this.outputs = outputs;
        this.progress = progress;
        this.spill = spill;
    }

    /** Returns a rewrite of the records of an input. */
    public static RecordRewrite of(RecordInput input) {
        Argument.present(input, "input");
        return new RecordRewrite(input, List.of(), OperationProgress.NONE, SpillSettings.defaults());
    }

    /** Like {@link #of(RecordInput)}, with a record set and the default reader options. */
    public static RecordRewrite of(RecordSet set) {
        return of(RecordInput.of(set));
    }

    /** Like {@link #of(RecordSet)}, with the names of all files of the set. */
    public static RecordRewrite of(ShardNames names) {
        return of(RecordInput.of(names));
    }

    /** Like {@link #of(RecordInput)}, with sources and the default reader options. */
    public static RecordRewrite of(List<ByteSource> sources) {
        return of(RecordInput.of(sources));
    }

    /**
     * Sets the memory limit of {@link #dedupe} and {@link #countDuplicates}. The default is half of the largest heap.
     * These operations need 24 bytes for each record, and write more to temporary files. The result does not depend on
     * the limit. In addition they need a bit for each record.
     *
     * @param bytes at least {@link ExternalShuffle#LEAST_MEMORY_BYTES}, or -1 for the default
     * @throws IllegalArgumentException if {@code bytes} is out of range
     */
    public RecordRewrite memory(long bytes) {
        return new RecordRewrite(input, outputs, progress, spill.memory(bytes));
    }

    /**
     * Sets the existing directory for temporary files. The default is the directory of the output. If the output is no
     * file, the default is the directory of the input, and for streams the working directory.
     */
    public RecordRewrite temporaryDirectory(Path directory) {
        Argument.present(directory, "directory");
        return new RecordRewrite(input, outputs, progress, spill.directory(directory));
    }

    RecordRewrite steps(SpillSteps steps) {
        return new RecordRewrite(input, outputs, progress, spill.steps(steps));
    }

    SpillSettings spill() {
        return spill;
    }

    /** Runs with a rewrite that knows its outputs and reports its progress. */
    private interface Operation<R> {
        R on(RecordRewrite rewrite) throws IOException;
    }

    private <R> R run(Operation<R> operation, OutputPlan... all) throws IOException {
        try (OperationProgress its = OperationProgress.of(input.progress(), sources())) {
            for (OutputPlan plan : all) {
                plan.checkReplacesNone(sources());
            }
            return operation.on(new RecordRewrite(input, List.of(all), its, spill));
        }
    }

    /**
     * Returns this rewrite for a counting pass. Only the writing pass reports damage and counts the records in its
     * progress.
     */
    RecordRewrite counting() {
        return new RecordRewrite(
                input.reading(input.options().withoutDamageListener()), outputs, progress.extraPass(sources()), spill);
    }

    private void checkTaken(RecordFormat format) {
        outputs.forEach(plan -> plan.checkTakes(format));
    }

    /**
     * Copies all records in order: merges files, splits them, or changes their compression.
     *
     * @throws IOException if reading or writing fails; then no output appears
     */
    public RewriteReport copyTo(RecordOutput output) throws IOException {
        Argument.present(output, "output");
        return copyTo(OutputPlan.of(output));
    }

    RewriteReport copyTo(OutputPlan plan) throws IOException {
        return run(rewrite -> rewrite.copyAll(plan), plan);
    }

    private CountedInput count() throws IOException {
        return CountedInput.of(sources(), options(), progress.extraPass(sources()));
    }

    private RewriteReport copyAll(OutputPlan plan) throws IOException {
        try (CountedInput counted = plan.needsCount() ? count() : CountedInput.NONE;
                SetOutput output = plan.open(counted.count())) {
            if (counted.isEnterable()) {
                plan.checkTakes(RecordFormat.TFRECORD);
            }
            if (output.copyAll(counted, progress)) {
                return new RewriteReport(counted.count(), output.commit());
            }
            try (RecordSequence records = records()) {
                records.copy(output::copy, output::uncompressedSize, Long.MAX_VALUE);
                return new RewriteReport(records.count(), output.commit());
            }
        }
    }

    /**
     * Copies the records with the numbers from {@code from} to {@code to}, exclusive. The method does not read the
     * input after these records.
     *
     * @param from the number of the first record, from 0; a negative number counts from the end and needs a scan of all
     *     records
     * @param to the number after the last record; a negative number counts from the end, and a number after the end
     *     means the end
     * @throws IOException if reading or writing fails; then no output appears
     */
    public RewriteReport slice(long from, long to, RecordOutput output) throws IOException {
        Argument.present(output, "output");
        OutputPlan files = OutputPlan.of(output);
        return run(rewrite -> new Slicing(rewrite, from, to).write(files), files);
    }

    /**
     * Copies the first {@code count} records, or all records if the input has fewer.
     *
     * @throws IllegalArgumentException if {@code count} is negative
     * @throws IOException if reading or writing fails; then no output appears
     */
    public RewriteReport take(long count, RecordOutput output) throws IOException {
        Argument.present(output, "output");
        if (count < 0) {
            throw new IllegalArgumentException("count must not be negative: " + count);
        }
        return slice(0, count, output);
    }

    /**
     * Copies each record with the same probability, independently of the others, in input order. The choice depends
     * only on the number of the record and on the seed.
     *
     * @param rate the probability, from 0 (none) to 1 (all)
     * @throws IllegalArgumentException if {@code rate} is outside that range
     * @throws IOException if reading or writing fails; then no output appears
     */
    public RewriteReport sample(double rate, long seed, RecordOutput output) throws IOException {
        Argument.present(output, "output");
        if (!(rate >= 0 && rate <= 1)) {
            throw new IllegalArgumentException("rate must be from 0 to 1: " + rate);
        }
        OutputPlan files = OutputPlan.of(output);
        return run(rewrite -> new Sampling(rewrite, seed).rate(rate, files), files);
    }

    /**
     * Copies a uniform random sample of exactly {@code count} records in input order, or all records if the input has
     * fewer. The sample needs 16 bytes of memory for each chosen record, and two passes over the input. If a source has
     * no size, such as a stream, the method makes one pass and keeps the chosen payloads in memory. The sample is the
     * same in both cases.
     *
     * @throws IllegalArgumentException if {@code count} is negative
     * @throws IOException if reading or writing fails; then no output appears
     */
    public RewriteReport sampleCount(int count, long seed, RecordOutput output) throws IOException {
        Argument.present(output, "output");
        if (count < 0) {
            throw new IllegalArgumentException("count must not be negative: " + count);
        }
        OutputPlan files = OutputPlan.of(output);
        return run(rewrite -> new Sampling(rewrite, seed).count(count, files), files);
    }

    /**
     * Copies the first record of each group of equal records. The method reads the input twice, and copies streams to
     * temporary files first.
     *
     * @throws IOException if reading or writing fails, if an input changes, if the disk has too little space for
     *     temporary files, or if the comparison uses features and a record is not a message with features; then no
     *     output appears
     */
    public DedupeReport dedupe(DistinctBy by, RecordOutput output) throws IOException {
        Argument.present(by, "by");
        Argument.present(output, "output");
        OutputPlan files = OutputPlan.of(output);
        return run(rewrite -> new Deduplication(rewrite, by).write(files), files);
    }

    /**
     * Like {@link #dedupe(DistinctBy, RecordOutput)}, with an output for the dropped records. Both outputs appear or
     * neither. A {@linkplain RecordOutput#sink sink} keeps the bytes that it received.
     *
     * @throws IllegalArgumentException if both outputs are the same file, or sets with the same prefix and suffix
     */
    public DedupeReport dedupe(DistinctBy by, RecordOutput output, RecordOutput dropped) throws IOException {
        Argument.present(by, "by");
        Argument.present(output, "output");
        Argument.present(dropped, "dropped");
        return dedupe(by, OutputPlan.of(output), OutputPlan.of(dropped));
    }

    DedupeReport dedupe(DistinctBy by, OutputPlan plan, OutputPlan dropped) throws IOException {
        return run(rewrite -> new Deduplication(rewrite, by).write(plan, dropped), plan, dropped);
    }

    /** Counts the duplicates that {@link #dedupe(DistinctBy, RecordOutput)} would drop, without an output. */
    public DedupeReport countDuplicates(DistinctBy by) throws IOException {
        Argument.present(by, "by");
        return run(rewrite -> new Deduplication(rewrite, by).count());
    }

    /**
     * Copies the records that meet a condition on their features.
     *
     * @throws IOException if reading or writing fails, or if the condition does not apply to the message type of a
     *     record; then no output appears
     */
    public RewriteReport filter(FeatureFilter filter, RecordOutput output) throws IOException {
        Argument.present(filter, "filter");
        Argument.present(output, "output");
        OutputPlan files = OutputPlan.of(output);
        return run(rewrite -> RewritePass.write(rewrite, files, new Filtering(filter, true)), files);
    }

    /** Like {@link #filter}, for the records that do not meet the condition. */
    public RewriteReport filterNot(FeatureFilter filter, RecordOutput output) throws IOException {
        Argument.present(filter, "filter");
        Argument.present(output, "output");
        OutputPlan files = OutputPlan.of(output);
        return run(rewrite -> RewritePass.write(rewrite, files, new Filtering(filter, false)), files);
    }

    /** Counts the records that {@link #filter} would copy, without an output. */
    public FilterCount countFiltered(FeatureFilter filter) throws IOException {
        Argument.present(filter, "filter");
        RewritePass.Counted counted = run(rewrite -> RewritePass.count(rewrite, new Filtering(filter, true)));
        return new FilterCount(counted.read(), counted.written());
    }

    /**
     * Rewrites each source to a separate file with another compression, one source after the other. All files appear
     * together or none. The format does not change. If the paths are the names of a complete set, in order, the set
     * gets a manifest. The new set replaces sets of another count as {@link RecordOutput} describes. The new manifest
     * keeps the schema fingerprint of the old manifest.
     *
     * @param paths one path for each source
     * @param options the compression of the new files, and what happens to existing files. Without a compression, the
     *     ending of each path chooses it
     * @throws IllegalArgumentException if the numbers of paths and sources differ, {@code paths} contains a path twice,
     *     or the ending of a path means a different compression than the options
     * @throws IOException if reading or writing fails; then no output appears
     */
    public RewriteReport recompress(List<Path> paths, RecordWriterOptions options) throws IOException {
        Argument.allPresent(paths, "paths");
        Argument.present(options, "options");
        return run(rewrite -> new Recompression(rewrite, paths, options, new FileStorage()).write());
    }

    /** Like {@link #recompress(List, RecordWriterOptions)}, with the names of a set. */
    public RewriteReport recompress(ShardNames names, RecordWriterOptions options) throws IOException {
        return recompress(Argument.present(names, "names").paths(), options);
    }

    /**
     * Appends all records to a file and replaces the file with the longer one in one step. The format and the
     * compression do not change. An empty file gets those of the input, unless the ending of its name means a
     * compression. The operation verifies the old file first and copies its bytes unchanged. Only a zlib stream is
     * compressed again, because nothing can follow such a stream.
     *
     * <p>If the file is a shard of a set with a manifest, the operation replaces the manifest too. The new manifest has
     * no schema fingerprint, because the operation does not check the schema of the new records.
     *
     * @return the number of records read, and the complete new file
     * @throws dev.riffle.CorruptRecordException if the file is damaged; it stays unchanged
     * @throws IOException if reading or writing fails, or another process changes the file; it stays unchanged
     */
    public RewriteReport appendTo(Path file) throws IOException {
        Argument.present(file, "file");
        return run(rewrite -> new Extension(rewrite, file).write(RecordWriterOptions.defaults()));
    }

    /**
     * Appends all records to an uncompressed file in place, for logs that other programs follow. A concurrent reader
     * may see a torn tail. After an error the operation truncates the file to its old size. A killed process leaves the
     * bytes that it wrote.
     *
     * @return the number of records read, and the complete file
     * @throws IOException if reading or writing fails, if another process appends to the file, or if the file is
     *     compressed, damaged or an input
     */
    public RewriteReport appendInPlace(Path file) throws IOException {
        Argument.present(file, "file");
        return run(rewrite -> new Extension(rewrite, file).writeInPlace(RecordWriterOptions.defaults()));
    }

    /**
     * Returns the options with the format and the compression of the first source. If this source has no record, its
     * content does not show its format. The method then uses the first source that shows its format. The method opens
     * these sources.
     *
     * @throws IOException if a source cannot be read
     */
    public RecordWriterOptions likeInput(RecordWriterOptions written) throws IOException {
        Argument.present(written, "written");
        RecordWriterOptions like = written;
        for (int i = 0; i < sources().size(); i++) {
            try (RecordReader probe = RecordReader.open(sources().get(i), options())) {
                boolean isEmpty = isEmpty(sources().get(i), probe);
                if (i == 0 || !isEmpty) {
                    like = written.format(probe.format()).compression(probe.compression());
                }
                if (!isEmpty) {
                    return like;
                }
            }
        }
        return like;
    }

    RecordFormat inputFormat() throws IOException {
        return likeInput(RecordWriterOptions.defaults()).format();
    }

    /** Returns whether a source has no record, so that its content does not show its format. */
    boolean isEmpty(ByteSource source, RecordReader opened) throws IOException {
        return RecordSequence.isEmpty(source, opened, options());
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

    /** Computes the digests of the records of the input, or of other sources with the same bytes. */
    void scan(DigestScan scan, List<ByteSource> some, DigestScan.Digesters digesters, DigestScan.Receiver receiver)
            throws IOException {
        scan.run(some, options(), progress, this::checkTaken, digesters, receiver);
    }

    /** Returns the records of the input, whose format the outputs must accept. */
    RecordSequence records() {
        return records(sources());
    }

    /** Returns the records of some sources of the input. */
    RecordSequence records(List<ByteSource> some) {
        return new RecordSequence(some, options(), progress, this::checkTaken);
    }
}
