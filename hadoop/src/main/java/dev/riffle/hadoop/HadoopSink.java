package dev.riffle.hadoop;

import dev.riffle.io.ByteSink;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file of one of Hadoop's file systems that is written under its own name from the first byte on, without a rename: the right
 * thing in the directory of a task attempt, which an {@code OutputCommitter} publishes or throws away. What is not committed is
 * given up where the store can do that, and deleted otherwise. HDFS and local disks show the file while it grows, object stores
 * only when it is whole.
 */
public final class HadoopSink implements ByteSink {

    /** What happens to a file of the same name. */
    private enum Existing {
        REFUSE,
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
     * A new file; one that is there already is refused when the writing begins. Directories that are missing are made.
     *
     * @throws IOException if the configuration has no such file system, or it cannot be reached
     */
    public static HadoopSink inPlace(Path path, Configuration configuration) throws IOException {
        return new HadoopSink(path, configuration, Existing.REFUSE);
    }

    /** As {@link #inPlace}, but a file that is there already is emptied and written anew; it is gone at once. */
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
            FileAlreadyExistsException exists =
                    new FileAlreadyExistsException(name() + ": exists already; choose another name, or remove it");
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
