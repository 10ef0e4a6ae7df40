package dev.riffle.hadoop;

import dev.riffle.internal.Argument;
import dev.riffle.io.ByteSink;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes a file of one of Hadoop's file systems under its final name, without a rename. Use this sink in the directory
 * of a task attempt, which an {@code OutputCommitter} publishes or deletes. If the output is closed without a commit,
 * it aborts the upload if the store supports this, and otherwise deletes the file. HDFS and local disks show the file
 * while it grows. Object stores show it only when it is complete.
 *
 * <p>Immutable and safe for use by several threads: each {@link #create()} opens a new output. Only one thread at a
 * time may use an output.
 *
 * @since 0.1
 */
public final class HadoopSink implements ByteSink {

    /** Lists the ways to handle an existing file of this name. */
    private enum Existing {
        REJECT,
        REPLACE
    }

    private final FileSystem files;
    private final Path path;
    private final Existing existing;

    private HadoopSink(Path path, Configuration configuration, Existing existing) throws IOException {
        Argument.present(path, "path");
        Argument.present(configuration, "configuration");
        this.files = path.getFileSystem(configuration);
        this.path = path;
        this.existing = existing;
    }

    /**
     * Returns a sink for a new file. If the file exists, {@link #create()} fails. The sink creates missing directories.
     *
     * @throws IOException if the file system is unknown or cannot be reached
     */
    public static HadoopSink inPlace(Path path, Configuration configuration) throws IOException {
        return new HadoopSink(path, configuration, Existing.REJECT);
    }

    /**
     * Like {@link #inPlace}, but empties and overwrites an existing file. The old content is lost when {@link
     * #create()} opens the file.
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
