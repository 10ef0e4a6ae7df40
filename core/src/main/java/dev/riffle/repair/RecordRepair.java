package dev.riffle.repair;

import dev.riffle.DamagePolicy;
import dev.riffle.NestedRecords;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.ProgressListener;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import java.io.IOException;
import java.util.List;
import java.util.Objects;

/**
 * Rescues what is whole of a damaged record file, and tells what is lost.
 *
 * <pre>{@code
 * LossReport report = RecordRepair.of(ByteSource.of(damaged)).copyTo(RecordOutput.file(rescued, RecordWriterOptions.defaults()));
 * }</pre>
 *
 * <p>In TFRecord every record whose checksums are right is rescued, byte for byte and in order; see {@link DamagePolicy#skip}.
 * OFRecord has no checksums: there everything up to the first damage is rescued, and of a gzip file that is damaged, not only
 * cut short, what lies in members whose own checksums are right.
 *
 * <p>Of a compressed stream that breaks all is taken that comes out of it before. Behind the break a gzip file of several
 * members goes on at the next member that can be told from chance; a source that opens only once, as a stream does, ends there,
 * and of a Snappy block that breaks nothing is taken.
 *
 * <p>Immutable; each operation runs on the thread that asks for it.
 */
public final class RecordRepair {

    private final ByteSource source;
    private final RecordReaderOptions options;
    private final NestedRecords nested;
    private final ProgressListener progress;

    private RecordRepair(
            ByteSource source, RecordReaderOptions options, NestedRecords nested, ProgressListener progress) {
        this.source = source;
        this.options = options;
        this.nested = nested;
        this.progress = progress;
    }

    /**
     * Of a source. One that opens only once, as a stream does, must hold TFRecord, and cannot go to a target that needs the
     * number of records beforehand, as {@link RecordOutput#shards} does.
     */
    public static RecordRepair of(ByteSource source) {
        return new RecordRepair(source, RecordReaderOptions.defaults(), NestedRecords.KEEP, ProgressListener.NONE);
    }

    /** Reads the source this way; what the options say of damage does not matter. */
    public RecordRepair reading(RecordReaderOptions options) {
        return new RecordRepair(source, options, nested, progress);
    }

    /**
     * Sets what happens to intact records that may be nested in the payload of a damaged record: {@link
     * NestedRecords#KEEP} writes them, which is the default, and {@link NestedRecords#DROP} leaves them out. The report
     * marks them in either case.
     */
    public RecordRepair nested(NestedRecords nested) {
        return new RecordRepair(source, options, Objects.requireNonNull(nested, "nested"), progress);
    }

    /**
     * Tells of the progress: records that are whole, and uncompressed bytes of them and of what is lost, each counted once.
     * Where the target needs the number of records beforehand, nothing is told while they are counted.
     */
    public RecordRepair progress(ProgressListener listener) {
        return new RecordRepair(source, options, nested, listener);
    }

    /**
     * Reads everything and writes nothing.
     *
     * @return what would be lost
     * @throws dev.riffle.UnrecognizedFileException if the content is not that of a record file
     * @throws IOException if the source cannot be read
     */
    public LossReport examine() throws IOException {
        return examine(progress);
    }

    private LossReport examine(ProgressListener told) throws IOException {
        try (RepairScan walk = new RepairScan(source, options, nested, told)) {
            Counting counting = new Counting();
            walk.run(counting);
            return walk.report(counting.records);
        }
    }

    private static final class Counting implements RepairScan.Step {

        private long records;
        private long bytes;

        @Override
        public long take(RecordReader reader, long most) throws IOException {
            long before = records;
            while (records - before < most && reader.next()) {
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
        public long take(RecordReader reader, long most) throws IOException {
            return output.copy(reader, most);
        }

        @Override
        public long bytes() {
            return output.uncompressedSize();
        }
    }

    /**
     * Writes all records that are whole, in order. The target has the source's format.
     *
     * @return what is lost
     * @throws dev.riffle.UnrecognizedFileException if the content is not that of a record file; nothing is written then
     * @throws IllegalArgumentException if the target has another format
     * @throws IOException if the source cannot be read or the target not be written; nothing is written then
     */
    public LossReport copyTo(RecordOutput target) throws IOException {
        return copyTo(OutputPlan.of(target));
    }

    LossReport copyTo(OutputPlan target) throws IOException {
        target.checkReplacesNone(List.of(source));
        long records = target.needsCount() ? examine(ProgressListener.NONE).records() : -1;
        // Opened before the target: what is no record file leaves nothing behind.
        try (RepairScan walk = new RepairScan(source, options, nested, progress);
                SetOutput output = target.open(records)) {
            walk.run(new Copying(output));
            long written =
                    output.commit().stream().mapToLong(WrittenShard::records).sum();
            return walk.report(written);
        }
    }
}
