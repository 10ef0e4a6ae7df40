package dev.riffle.hadoop;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReaderOptions;
import dev.riffle.scan.internal.SplitRecords;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/** Reads the payloads of a task's split. */
final class SplitReader extends RecordReader<BytesWritable, NullWritable> {

    private final RecordFormat format;
    private final BytesWritable payload = new BytesWritable();

    private @Nullable Opened opened;
    private boolean ended;

    SplitReader(RecordFormat format) {
        this.format = format;
    }

    /** Holds the state of a reader whose split is known. */
    private record Opened(SplitRecords records, FileSplit split, RecordCounts counts) {}

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
        FileSplit range = (FileSplit) split;
        Path path = range.getPath();
        Configuration configuration = context.getConfiguration();
        RecordCounts counts = RecordCounts.read(context);
        RecordReaderOptions options = RecordReaderOptions.defaults()
                .format(format)
                .damage(JobSettings.damage(configuration, counts::skipped));
        FileStatus file = split instanceof PlannedSplit planned
                ? planned.file()
                : path.getFileSystem(configuration).getFileStatus(path);
        HadoopSource source = HadoopSource.of(file, configuration);
        long length = range.getLength();
        if (!JobSettings.isSplittable(configuration)) {
            // The split at the beginning of the file reads the complete file, even if another program has split it.
            length = range.getStart() == 0 ? Long.MAX_VALUE : 0;
        }
        opened = new Opened(SplitRecords.open(source, range.getStart(), length, options), range, counts);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
        Opened present = opened();
        try {
            if (present.records.next()) {
                ByteBuffer bytes = present.records.reader().payload();
                payload.setSize(bytes.remaining());
                bytes.get(payload.getBytes(), 0, payload.getLength());
                present.counts.record(payload.getLength());
                return true;
            }
        } catch (CorruptRecordException e) {
            throw explained(e, present.split);
        }
        if (!ended) {
            ended = true;
            present.counts.report();
            present.records.reader().tornTail().ifPresent(tail -> present.counts.tornTail());
        }
        return false;
    }

    private IOException explained(CorruptRecordException damage, FileSplit split) {
        String numbered = split.getStart() == 0
                ? ""
                : " (records are counted from the first in the split that begins at byte " + split.getStart()
                        + " of the file)";
        if (damage.reason() == CorruptRecordException.Reason.OVER_LIMIT) {
            return new IOException(damage.getMessage() + numbered, damage);
        }
        boolean skippable = format.skipsDamage()
                && damage.reason() != CorruptRecordException.Reason.DECOMPRESSION
                && damage.reason() != CorruptRecordException.Reason.SOURCE_SHRANK;
        String remedy = skippable
                ? "; set " + JobSettings.DAMAGE + " = skip to read the intact records, or write the file again"
                : "; write the file again";
        return new IOException(damage.getMessage() + numbered + remedy, damage);
    }

    @Override
    public BytesWritable getCurrentKey() {
        return payload;
    }

    @Override
    public NullWritable getCurrentValue() {
        return NullWritable.get();
    }

    /** Returns the fraction of the split that was read. Until its end, the fraction of a compressed file is 0. */
    @Override
    public float getProgress() {
        Opened present = opened;
        if (present == null || ended) {
            return ended ? 1 : 0;
        }
        return present.records.progress();
    }

    private Opened opened() {
        Opened present = opened;
        if (present == null) {
            throw new IllegalStateException("the reader has no split; call initialize first");
        }
        return present;
    }

    @Override
    public void close() throws IOException {
        Opened present = opened;
        if (present != null) {
            present.counts.report();
            present.records.close();
        }
    }
}
