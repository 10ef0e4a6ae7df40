package dev.riffle.spark;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * The local disk under the scheme {@code counted}, without Hadoop's checksum files. Records which files a program opens
 * and whose status it requests. Riffle reads its files like those of any other file system.
 */
public final class CountingFileSystem extends RawLocalFileSystem {

    private static final List<String> OPENED = new CopyOnWriteArrayList<>();

    private static final List<String> STATUS = new CopyOnWriteArrayList<>();

    /** The settings of Hadoop that make the scheme known. */
    static final Map<String, String> SETTINGS =
            Map.of("fs.counted.impl", CountingFileSystem.class.getName(), "fs.counted.impl.disable.cache", "true");

    /** Makes the scheme known to all queries during an action. */
    static void during(Runnable action) {
        Configuration hadoop = LocalSession.spark().sparkContext().hadoopConfiguration();
        SETTINGS.forEach(hadoop::set);
        try {
            action.run();
        } finally {
            SETTINGS.keySet().forEach(hadoop::unset);
        }
    }

    @Override
    public URI getUri() {
        return URI.create("counted:///");
    }

    @Override
    public FSDataInputStream open(Path file, int bufferSize) throws IOException {
        OPENED.add(file.getName());
        return super.open(file, bufferSize);
    }

    @Override
    public FileStatus getFileStatus(Path file) throws IOException {
        STATUS.add(file.getName());
        return super.getFileStatus(file);
    }

    /** Forgets all requests. */
    static void clear() {
        OPENED.clear();
        STATUS.clear();
    }

    /** Returns the names of the opened files, once for each time. */
    static List<String> opened() {
        return List.copyOf(OPENED);
    }

    /** Returns the names of the files and directories whose status was requested, once for each request. */
    static List<String> status() {
        return List.copyOf(STATUS);
    }
}
