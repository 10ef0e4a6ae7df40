package dev.riffle.hadoop;

import dev.riffle.RecordFormat;
import dev.riffle.scan.internal.SplitRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;

/**
 * Reads the records of TFRecord files in a MapReduce job. The key is the payload, and the value is null. As usual in
 * Hadoop, the reader reuses the key object for the next record. Copy a key to keep it.
 *
 * <p>The content of a file, not its name, decides how the reader decompresses it. Several tasks can share an
 * uncompressed file, or a gzip file whose members state their length, as {@link TFRecordOutputFormat} writes it. One
 * task reads each other file. The reader verifies both checksums of each record.
 *
 * <p>Settings: {@code riffle.damage} is {@code fail} (the default), {@code skip} or {@code stop-at-torn-tail}. A
 * damaged compressed stream fails the task with every setting. {@code riffle.splittable} = {@code false} assigns each
 * file to one task. The counter group {@code Riffle} counts the records and bytes read and the skipped regions. Not
 * safe for use by several threads: each task uses a separate format and reader on one thread.
 *
 * @since 0.1
 */
public final class TFRecordInputFormat extends RecordInputFormat {

    /**
     * The status of the gzip files of the job that the format plans. It avoids a second request to the file system for
     * the sizes.
     */
    private Map<Path, FileStatus> listed = Map.of();

    /** Creates a format. Hadoop calls this constructor by reflection. */
    public TFRecordInputFormat() {
        super(RecordFormat.TFRECORD);
    }

    @Override
    protected List<FileStatus> listStatus(JobContext job) throws IOException {
        List<FileStatus> files = super.listStatus(job);
        Map<Path, FileStatus> gzip = new HashMap<>();
        for (FileStatus file : files) {
            if (isNamedGzip(file.getPath())) {
                gzip.put(file.getPath(), file);
            }
        }
        listed = gzip;
        return files;
    }

    private static boolean isNamedGzip(Path file) {
        return file.getName().endsWith(".gz") || file.getName().endsWith(".gzip");
    }

    /**
     * Returns whether Hadoop may split a file. Opens a file with a gzip name, if it is larger than a split, to check
     * its members. Returns false for the names of other compressions, and true for any other name. If the content of
     * such a file cannot be split, its first range gets all records.
     */
    @Override
    protected boolean isSplitable(JobContext job, Path file) {
        if (!JobSettings.isSplittable(job.getConfiguration())) {
            return false;
        }
        if (!isNamedGzip(file)) {
            String name = file.getName();
            return !name.endsWith(".zlib") && !name.endsWith(".deflate") && !name.endsWith(".snappy");
        }
        FileStatus known = listed.get(file);
        if (known != null && known.getLen() <= splitBytes(job, known)) {
            return false;
        }
        try {
            HadoopSource source = known == null
                    ? HadoopSource.of(file, job.getConfiguration())
                    : HadoopSource.of(known, job.getConfiguration());
            return SplitRecords.isDivisibleGzip(source);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": cannot open the file to check whether it can be split", e);
        }
    }

    private long splitBytes(JobContext job, FileStatus file) {
        long least = Math.max(getFormatMinSplitSize(), getMinSplitSize(job));
        return computeSplitSize(file.getBlockSize(), least, getMaxSplitSize(job));
    }
}
