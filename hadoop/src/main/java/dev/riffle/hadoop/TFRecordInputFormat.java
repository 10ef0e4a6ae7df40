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
 * The records of TFRecord files: the key is the payload, the value nothing. The key is used again for the next record, as
 * everywhere in Hadoop; who keeps one copies it.
 *
 * <p>The content says how a file is compressed, whatever its name is. Uncompressed files are divided among tasks, and so are
 * gzip files whose members say how long they are, as {@link TFRecordOutputFormat} writes them; others are read by one task each.
 * Both checksums of each record are verified.
 *
 * <p>Settings: {@code riffle.damage} is {@code fail} (the default), {@code skip} or {@code stop-at-torn-tail}. A compressed stream that
 * is itself damaged fails its task in each case. {@code riffle.splittable} = {@code false} leaves each file to one task. What was read and what was passed over is counted in the group
 * {@code Riffle}.
 */
public final class TFRecordInputFormat extends RecordInputFormat {

    /** The gzip files of the job whose input is divided, so that nobody is asked for their sizes again. */
    private Map<Path, FileStatus> listed = Map.of();

    /** Made by Hadoop. */
    public TFRecordInputFormat() {
        super(RecordFormat.TFRECORD);
    }

    @Override
    protected List<FileStatus> listStatus(JobContext job) throws IOException {
        List<FileStatus> files = super.listStatus(job);
        Map<Path, FileStatus> gzip = new HashMap<>();
        for (FileStatus file : files) {
            if (saysGzip(file.getPath())) {
                gzip.put(file.getPath(), file);
            }
        }
        listed = gzip;
        return files;
    }

    private static boolean saysGzip(Path file) {
        return file.getName().endsWith(".gz") || file.getName().endsWith(".gzip");
    }

    /**
     * A file whose name says gzip is looked into if it is larger than a split; any other is divided, and what cannot be falls to its
     * first range.
     */
    @Override
    protected boolean isSplitable(JobContext job, Path file) {
        if (!JobSettings.isSplittable(job.getConfiguration())) {
            return false;
        }
        if (!saysGzip(file)) {
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
            throw new UncheckedIOException(file + ": cannot be looked into", e);
        }
    }

    private long splitBytes(JobContext job, FileStatus file) {
        long least = Math.max(getFormatMinSplitSize(), getMinSplitSize(job));
        return computeSplitSize(file.getBlockSize(), least, getMaxSplitSize(job));
    }
}
