package dev.riffle.spark.internal.write;

import dev.riffle.spark.internal.manifest.WrittenFile;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.read.Unchecked;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the rows of a task into a file. With a size limit, the writer continues in further files next to the first, if
 * Spark publishes or deletes their directory with all files. Otherwise, as for a stream with a log, Spark publishes
 * only the files that it named itself. In this case, the writer ignores the limit. After an error, the writer deletes
 * the files that it wrote.
 */
final class RecordOutputWriter extends OutputWriter {

    private static final Logger LOG = LoggerFactory.getLogger(RecordOutputWriter.class);

    /** The directory name below which Hadoop's committers keep the files of task attempts. */
    private static final String ATTEMPTS = "_temporary";

    /** The prefix of the directory names for S3A committers, which complete uploads only when a task commits. */
    private static final String PENDING_UPLOADS = "__magic";

    private static final AtomicBoolean WARNED = new AtomicBoolean();

    private final String path;

    private final String extension;

    private final RecordOptions options;

    private final Configuration configuration;

    private final RowEncoder encoder;

    /** The size in bytes at which a new file begins. */
    private final long mostBytes;

    private final Consumer<WrittenFile> listener;

    private final List<Path> begun = new ArrayList<>();

    private final List<WrittenFile> complete = new ArrayList<>();

    private @Nullable ShardFile file;

    private boolean failed;

    /**
     * Begins the first file, so that a task without rows also writes a file.
     *
     * <p>Throws each IOException unchanged, although Scala does not declare it. So Spark recognizes an existing file
     * and ends the job immediately.
     *
     * @param listener receives the files when the task has written all its rows
     */
    RecordOutputWriter(
            String path,
            String extension,
            RowEncoder encoder,
            RecordOptions options,
            Configuration configuration,
            Consumer<WrittenFile> listener) {
        this.path = path;
        this.extension = extension;
        this.encoder = encoder;
        this.options = options;
        this.configuration = configuration;
        this.listener = listener;
        try {
            this.mostBytes = mostBytes(new Path(path), options.shardBytes(), configuration);
            this.file = begin(new Path(path));
        } catch (IOException e) {
            throw Unchecked.thrown(e);
        }
    }

    /** Returns the size limit. Ignores the names of directories above the job's output, because the user chose them. */
    private static long mostBytes(Path file, long shardBytes, Configuration configuration) throws IOException {
        if (shardBytes == 0) {
            return Long.MAX_VALUE;
        }
        String output = configuration.get(FileOutputFormat.OUTDIR);
        // A committer may first write the files to another file system.
        Path top = output == null ? null : qualified(new Path(output), configuration);
        for (Path above = qualified(file, configuration).getParent();
                above != null && !above.equals(top);
                above = above.getParent()) {
            if (above.getName().equals(ATTEMPTS) || above.getName().startsWith(PENDING_UPLOADS)) {
                return shardBytes;
            }
        }
        if (!WARNED.getAndSet(true)) {
            LOG.warn(
                    "{}: ignored shardBytes and wrote one file, because the committer would not publish further files",
                    file);
        }
        return Long.MAX_VALUE;
    }

    private static Path qualified(Path path, Configuration configuration) throws IOException {
        return path.getFileSystem(configuration).makeQualified(path);
    }

    private ShardFile begin(Path next) throws IOException {
        ShardFile shard = ShardFile.create(next, options, configuration);
        begun.add(next);
        return shard;
    }

    /** Returns the name of the next file: the name from Spark with a number at its end. */
    private Path next() {
        String stem = path.endsWith(extension) ? path.substring(0, path.length() - extension.length()) : path;
        return new Path(stem + "-" + begun.size() + path.substring(stem.length()));
    }

    @Override
    public void write(InternalRow row) {
        ShardFile open = file;
        if (open == null || failed) {
            throw new IllegalStateException(path + ": the writer " + (failed ? "has failed before" : "is closed"));
        }
        failed = true;
        try {
            ByteBuffer payload = encoder.encode(row);
            if (open.isFullFor(payload.remaining(), mostBytes)) {
                commit(open);
                open = begin(next());
                file = open;
            }
            open.write(payload);
        } catch (IOException e) {
            throw Unchecked.thrown(e);
        }
        failed = false;
    }

    /** Completes the last file. After an error, deletes all files. Idempotent. */
    @Override
    public void close() {
        ShardFile last = file;
        file = null;
        if (last == null) {
            return;
        }
        try {
            if (failed) {
                discard(last);
                return;
            }
            failed = true;
            try {
                commit(last);
                complete.forEach(listener);
                failed = false;
            } finally {
                if (failed) {
                    discard(last);
                }
            }
        } catch (IOException e) {
            throw Unchecked.thrown(e);
        }
    }

    private void commit(ShardFile shard) throws IOException {
        shard.commit();
        complete.add(shard.written());
    }

    private void discard(ShardFile last) throws IOException {
        try {
            last.discard();
        } finally {
            for (Path each : begun) {
                FileSystem files = each.getFileSystem(configuration);
                files.delete(each, false);
            }
        }
    }

    @Override
    public String path() {
        return path;
    }
}
