package dev.riffle.hadoop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The local disk without other processes. Hadoop starts the program {@code chmod} for each file and directory that it
 * creates, and {@code readlink} before it renames a file of a stream. The tests create thousands of files.
 */
public final class ProcesslessDisk extends RawLocalFileSystem {

    private static final int PERMISSION_BITS = 0777;

    private static final URI ROOT = URI.create("file:///");

    private ProcesslessDisk() {}

    /**
     * Makes this disk the local file system of all users of Hadoop in this JVM. The file system is still of Hadoop's
     * class {@link LocalFileSystem}, for which Riffle has a faster way.
     */
    public static void install() {
        Configuration hadoop = new Configuration();
        LocalFileSystem files = new LocalFileSystem(new ProcesslessDisk());
        try {
            files.initialize(ROOT, hadoop);
            Method cache = FileSystem.class.getDeclaredMethod(
                    "addFileSystemForTesting", URI.class, Configuration.class, FileSystem.class);
            cache.setAccessible(true);
            cache.invoke(null, ROOT, hadoop, files);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** The disk for {@link org.apache.hadoop.fs.FileContext}, with which Spark writes the checkpoints of streams. */
    public static final class Context extends DelegateToFileSystem {

        /** The setting of Hadoop for the class of this disk. */
        public static final String SETTING = "fs.AbstractFileSystem.file.impl";

        /** Creates the disk. Hadoop calls this constructor by reflection. */
        public Context(URI ignored, Configuration hadoop) throws IOException, URISyntaxException {
            super(ROOT, new LocalFileSystem(new ProcesslessDisk()), hadoop, ROOT.getScheme(), false);
        }

        @Override
        public int getUriDefaultPort() {
            return -1;
        }
    }

    @Override
    public FileStatus getFileLinkStatus(Path file) throws IOException {
        return Files.isSymbolicLink(pathToFile(file).toPath()) ? super.getFileLinkStatus(file) : getFileStatus(file);
    }

    @Override
    public void setPermission(Path file, FsPermission permission) throws IOException {
        String text = new FsPermission((short) (permission.toShort() & PERMISSION_BITS)).toString();
        Files.setPosixFilePermissions(pathToFile(file).toPath(), PosixFilePermissions.fromString(text));
    }
}
