package dev.riffle.repair;

import dev.riffle.DamagePolicy;
import dev.riffle.NestedRecords;
import dev.riffle.Progress;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.internal.OperationProgress;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Copies the intact records of a damaged file to a new file, and reports the loss.
 *
 * <pre>{@code
 * LossReport report = RecordRepair.of(ByteSource.of(damaged))
 *         .copyTo(RecordOutput.file(rescued, RecordWriterOptions.defaults()));
 * }</pre>
 *
 * <p>From a TFRecord file, a repair copies every intact record, byte for byte and in order; see {@link
 * DamagePolicy#skip}. OFRecord has no checksums, so a repair copies only the records before the first damage. From a
 * damaged gzip file with OFRecord, a repair copies the records in members with valid checksums. If such a file is only
 * truncated, the repair copies all records before its end.
 *
 * <p>From a broken compressed stream, a repair uses all output before the break. In a gzip file of several members, it
 * continues at the next verified member. A source that opens only once, such as a stream, ends at the break. A broken
 * Snappy block is lost completely.
 *
 * <p>Immutable and safe for use by several threads; each operation runs on the calling thread.
 *
 * @since 0.1
 */
public final class RecordRepair {

    private final ByteSource source;
    private final RecordReaderOptions options;
    private final NestedRecords nested;
    private final Consumer<? super Progress> progress;

    private RecordRepair(
            ByteSource source, RecordReaderOptions options, NestedRecords nested, Consumer<? super Progress> progress) {
        this.source = source;
        this.options = options;
        this.nested = nested;
        this.progress = progress;
    }

    /**
     * Returns a repair of a source. A source that opens only once, such as a stream, must be in TFRecord. For such a
     * source, the output must not need the number of records in advance, as {@link RecordOutput#shards} does.
     */
    public static RecordRepair of(ByteSource source) {
        Argument.present(source, "source");
        return new RecordRepair(source, RecordReaderOptions.defaults(), NestedRecords.KEEP, OperationProgress.IGNORED);
    }

    /** Sets the options for reading the source. Their damage policy has no effect. */
    public RecordRepair reading(RecordReaderOptions options) {
        Argument.present(options, "options");
        return new RecordRepair(source, options, nested, progress);
    }

    /**
     * Sets what happens to intact records that may be nested in the payload of a damaged record.
     * {@link NestedRecords#KEEP}, the default, writes them; {@link NestedRecords#DROP} skips them. The report marks
     * them in both cases.
     */
    public RecordRepair nested(NestedRecords nested) {
        Argument.present(nested, "nested");
        return new RecordRepair(source, options, nested, progress);
    }

    /**
     * Sets the progress listener. It receives an event about every 16 MiB of records, and at the end. The bytes of lost
     * regions count as done. If the output needs the number of records in advance, the bytes count twice.
     */
    public RecordRepair progress(Consumer<? super Progress> listener) {
        Argument.present(listener, "listener");
        return new RecordRepair(source, options, nested, listener);
    }

    /**
     * Reads the complete source and reports the loss, without an output.
     *
     * @return the loss of a repair
     * @throws dev.riffle.UnrecognizedFileException if the source is not a record file
     * @throws IOException if the source cannot be read
     */
    public LossReport examine() throws IOException {
        try (OperationProgress its = OperationProgress.of(progress, List.of(source))) {
            return examine(its);
        }
    }

    private LossReport examine(OperationProgress its) throws IOException {
        try (RepairScan scan = new RepairScan(source, options, nested, its)) {
            Counting counting = new Counting();
            scan.run(counting);
            return scan.report(counting.records);
        }
    }

    private static final class Counting implements RepairScan.Step {

        private long records;
        private long bytes;

        @Override
        public long take(RecordReader reader, long max) throws IOException {
            long before = records;
            while (records - before < max && reader.next()) {
                records++;
                bytes += reader.endOffset() - reader.offset();
            }
            return records - before;
        }

        @Override
        public long bytes() {
            return bytes;
        }
    }

    private record Copying(SetOutput output) implements RepairScan.Step {

        @Override
        public long take(RecordReader reader, long max) throws IOException {
            return output.copy(reader, max);
        }

        @Override
        public long bytes() {
            return output.uncompressedSize();
        }
    }

    /**
     * Writes all intact records, in order. The output must have the format of the source.
     *
     * @return the loss
     * @throws dev.riffle.UnrecognizedFileException if the source is not a record file; then no output appears
     * @throws IllegalArgumentException if the output has another format
     * @throws IOException if the source cannot be read or the output cannot be written; then no output appears
     */
    public LossReport copyTo(RecordOutput output) throws IOException {
        Argument.present(output, "output");
        return copyTo(OutputPlan.of(output));
    }

    LossReport copyTo(OutputPlan plan) throws IOException {
        try (OperationProgress its = OperationProgress.of(progress, List.of(source))) {
            return copyTo(plan, its);
        }
    }

    private LossReport copyTo(OutputPlan plan, OperationProgress its) throws IOException {
        plan.checkReplacesNone(List.of(source));
        long records =
                plan.needsCount() ? examine(its.extraPass(List.of(source))).records() : -1;
        // Opens the scan before the output, so that a source without records leaves no output.
        try (RepairScan scan = new RepairScan(source, options, nested, its);
                SetOutput output = plan.open(records)) {
            scan.run(new Copying(output));
            long written =
                    output.commit().stream().mapToLong(WrittenShard::records).sum();
            return scan.report(written);
        }
    }
}
