package dev.riffle.spark;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.functional.RemoteIterators;

/** The local disk under the scheme {@code tagged}, with an ETag for each file: a checksum of its bytes. */
public final class TaggedFileSystem extends RawLocalFileSystem {

    private static final Queue<Path> LISTED = new ConcurrentLinkedQueue<>();

    /** Returns the directories that a listing for ETags covered, and forgets them. */
    public static List<Path> listed() {
        List<Path> listed = List.copyOf(LISTED);
        LISTED.clear();
        return listed;
    }

    /** Makes the scheme known to all queries during an action. */
    static void during(Runnable action) {
        Configuration hadoop = LocalSession.spark().sparkContext().hadoopConfiguration();
        Map<String, String> settings =
                Map.of("fs.tagged.impl", TaggedFileSystem.class.getName(), "fs.tagged.impl.disable.cache", "true");
        settings.forEach(hadoop::set);
        try {
            action.run();
        } finally {
            settings.keySet().forEach(hadoop::unset);
        }
    }

    @Override
    public URI getUri() {
        return URI.create("tagged:///");
    }

    @Override
    public boolean hasPathCapability(Path path, String capability) throws IOException {
        return capability.equals(CommonPathCapabilities.ETAGS_AVAILABLE) || super.hasPathCapability(path, capability);
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        FileStatus status = plain(super.getFileStatus(path));
        return status.isFile() ? new TaggedStatus(status) : status;
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        return Arrays.stream(super.listStatus(path))
                .map(TaggedFileSystem::plain)
                .toArray(FileStatus[]::new);
    }

    /** Returns a status without the permissions of the local file, which need the scheme of the local disk. */
    private static FileStatus plain(FileStatus status) {
        return new FileStatus(
                status.getLen(),
                status.isDirectory(),
                1,
                status.getBlockSize(),
                status.getModificationTime(),
                status.getPath());
    }

    @Override
    public RemoteIterator<LocatedFileStatus> listFiles(Path directory, boolean recursive) throws IOException {
        LISTED.add(directory);
        return RemoteIterators.mappingRemoteIterator(super.listFiles(directory, recursive), TaggedStatus::new);
    }

    private static final class TaggedStatus extends LocatedFileStatus implements EtagSource {

        private static final long serialVersionUID = 1;

        private final String tag;

        TaggedStatus(FileStatus status) throws IOException {
            super(status, new BlockLocation[0]);
            Path path = status.getPath();
            byte[] bytes = Files.readAllBytes(java.nio.file.Path.of(path.toUri().getPath()));
            CRC32C checksum = new CRC32C();
            checksum.update(bytes);
            tag = Long.toHexString(checksum.getValue());
        }

        @Override
        public String getEtag() {
            return tag;
        }

        @Override
        public boolean equals(Object other) {
            return super.equals(other);
        }

        @Override
        public int hashCode() {
            return super.hashCode();
        }
    }
}
