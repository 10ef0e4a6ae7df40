package dev.riffle.hadoop;

import dev.riffle.io.ByteSink;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes a file of one of Hadoop's file systems under its own name from the first byte on, without a rename. Use it in
 * the directory of a task attempt, which an {@code OutputCommitter} publishes or deletes. Without a commit, the sink
 * aborts the output if the store supports that, and otherwise deletes the file. HDFS and local disks show the file
 * while it grows, object stores only when it is complete.
 *
 * <p>Immutable and safe for use by several threads: each {@link #create()} opens another output, which one thread at a
 * time may use.
 *
 * @since 0.1
 */
public final class HadoopSink implements ByteSink {

    /** The handling of an existing file of this name. */
    private enum Existing {
        REJECT,
        REPLACE
    }

    private final FileSystem files;
    private final Path path;
    private final Existing existing;

    private HadoopSink(Path path, Configuration configuration, Existing existing) throws IOException {
        this.files = path.getFileSystem(Objects.requireNonNull(configuration, "configuration"));
        this.path = path;
        this.existing = existing;
    }

    /**
     * Returns a sink for a new file. If the file exists, opening an output fails. Missing directories are created.
     *
     * @throws IOException if the file system is unknown or cannot be reached
     */
    public static HadoopSink inPlace(Path path, Configuration configuration) throws IOException {
        return new HadoopSink(path, configuration, Existing.REJECT);
    }

    /**
     * Like {@link #inPlace}, but empties and overwrites an existing file. Its old content is lost when the writing
     * begins.
     */
    public static HadoopSink replacingInPlace(Path path, Configuration configuration) throws IOException {
        return new HadoopSink(path, configuration, Existing.REPLACE);
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public Output create() throws IOException {
        try {
            return new HadoopOutput(files, path, files.create(path, existing == Existing.REPLACE));
        } catch (FileAlreadyExistsException e) {
            FileAlreadyExistsException exists = new FileAlreadyExistsException(
                    name() + ": file already exists; choose another name, or remove the file");
            exists.initCause(e);
            throw exists;
        } catch (IOException e) {
            throw FileFailures.named(name(), e);
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
