package dev.riffle.spark.internal.manifest;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Holds the ETags of files. They come from a listing, because Spark's own listing drops them. A file system without
 * ETags, such as HDFS or the local disk, gets no request.
 */
final class FileVersions {

    /** Has no ETag of any file. */
    static final FileVersions NONE = new FileVersions(Map.of());

    private static final int FILES_IN_RESPONSE = 1000;

    private final Map<Path, String> tags;

    private FileVersions(Map<Path, String> tags) {
        this.tags = tags;
    }

    /**
     * Returns the ETags of these files of one file system. Lists the directory that contains all of them. An object
     * store answers with one response for about 1000 objects. For few files of a large directory, and for a single
     * file, asks for the status of each file instead.
     *
     * @param paths at least one path
     * @param all the number of known files in the directory, including files that are not in {@code paths}
     */
    static FileVersions of(Collection<Path> paths, int all, FileSystem files) throws IOException {
        Path first = paths.iterator().next();
        if (!files.hasPathCapability(first, CommonPathCapabilities.ETAGS_AVAILABLE)) {
            return NONE;
        }
        Map<Path, String> tags = new HashMap<>();
        if (paths.size() <= 1 + all / FILES_IN_RESPONSE) {
            for (Path path : paths) {
                addTag(files.getFileStatus(path), tags);
            }
            return new FileVersions(tags);
        }
        Set<Path> wanted = new HashSet<>(paths);
        RemoteIterator<LocatedFileStatus> listed = files.listFiles(commonDirectory(first, paths), true);
        while (listed.hasNext()) {
            FileStatus file = listed.next();
            if (wanted.contains(file.getPath())) {
                addTag(file, tags);
            }
        }
        return new FileVersions(tags);
    }

    private static Path commonDirectory(Path first, Collection<Path> paths) {
        Path common = first.getParent();
        for (Path path : paths) {
            while (StoredManifest.relative(common, path).isEmpty()) {
                common = common.getParent();
            }
        }
        return common;
    }

    private static void addTag(FileStatus file, Map<Path, String> tags) {
        if (file instanceof EtagSource tagged && tagged.getEtag() != null) {
            tags.put(file.getPath(), tagged.getEtag());
        }
    }

    /** Returns the ETag of a file; empty if the file system has none. */
    Optional<String> of(Path file) {
        return Optional.ofNullable(tags.get(file));
    }
}
