package dev.riffle.spark.internal.manifest;

import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.options.SchemaSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the manifests that list the files of a read, and returns their columns. Reads no record file.
 *
 * <p>The manifest of a shard, such as {@code a-00000-of-00010}, is next to it. The manifest of another file is in its
 * directory, or in a directory above if all directories between them are partitions, such as {@code day=1}. The nearest
 * manifest that lists the file counts.
 */
public final class StoredSchema {

    private static final Logger LOG = LoggerFactory.getLogger(StoredSchema.class);

    private final Configuration configuration;
    private final RecordOptions options;

    /** The manifests by their paths; empty if there is none, or none with columns. */
    private final Map<Path, Optional<StoredManifest>> known = new HashMap<>();

    /** The manifests of the read by their paths, with the files that each should list. */
    private final Map<Path, Use> used = new LinkedHashMap<>();

    private record Use(StoredManifest manifest, List<FileStatus> files) {}

    private StoredSchema(Configuration configuration, RecordOptions options) {
        this.configuration = configuration;
        this.options = options;
    }

    /** Returns whether manifests store the columns of records of this type. */
    static boolean supports(RecordType type) {
        return type != RecordType.BYTES;
    }

    /**
     * Returns the columns of these files. With {@link SchemaSource#AUTO}, logs a warning if a manifest does not fit.
     *
     * @param caseSensitive whether names that differ only in case are different columns
     * @return empty if the schema must come from records
     * @throws IllegalArgumentException if the schema must come from a manifest and no manifest fits; the message names
     *     the manifest, the reason and a remedy
     */
    public static Optional<StructType> of(
            List<FileStatus> files, RecordOptions options, Configuration configuration, boolean caseSensitive) {
        if (files.isEmpty() || !supports(options.recordType())) {
            return Optional.empty();
        }
        return switch (options.schemaSource()) {
            case SAMPLE, ALL -> Optional.empty();
            case AUTO -> {
                try {
                    yield new StoredSchema(configuration, options).find(files, caseSensitive);
                } catch (MisfitException e) {
                    LOG.warn(
                            "ignored the schema of {}, and inferred a schema from a sample; {}, or set option"
                                    + " schemaSource to sample",
                            e.getMessage(),
                            e.remedy());
                    yield Optional.empty();
                }
            }
            case MANIFEST -> {
                try {
                    yield Optional.of(new StoredSchema(configuration, options)
                            .find(files, caseSensitive)
                            .orElseThrow(() -> missing(Collections.min(files).getPath())));
                } catch (MisfitException e) {
                    throw new IllegalArgumentException(
                            "option schemaSource is manifest, but no manifest fits: " + e.getMessage() + "; "
                                    + e.remedy() + ", or set schemaSource to auto, sample or all",
                            e);
                }
            }
        };
    }

    /** Reports that no manifest lists a file. */
    private static MisfitException missing(Path first) {
        return new MisfitException(
                first.getParent() + ": no manifest with columns lists " + first.getName(),
                "write the files again with option writeManifest");
    }

    private Optional<StructType> find(List<FileStatus> listed, boolean caseSensitive) throws MisfitException {
        List<FileStatus> files = new ArrayList<>(listed);
        Collections.sort(files);
        for (FileStatus file : files) {
            Optional<StoredManifest> manifest = of(file.getPath());
            if (manifest.isEmpty()) {
                return Optional.empty();
            }
            used.computeIfAbsent(manifest.get().path(), path -> new Use(manifest.get(), new ArrayList<>()))
                    .files()
                    .add(file);
            if (options.schemaSource() == SchemaSource.AUTO && used.size() > options.sampledFiles()) {
                throw new MisfitException(
                        manifest.get().path(),
                        "the files have more than " + options.sampledFiles()
                                + " manifests, and option inferFiles limits their number",
                        "increase inferFiles",
                        null);
            }
        }
        List<StoredManifest> manifests = new ArrayList<>();
        for (Use use : used.values()) {
            checkFiles(use.manifest(), use.files());
            manifests.add(use.manifest());
        }
        return manifests.isEmpty()
                ? Optional.empty()
                : Optional.of(new StoredColumns(options, caseSensitive).of(manifests));
    }

    private static void checkEach(
            StoredManifest manifest, List<FileStatus> files, Function<FileStatus, Optional<String>> difference)
            throws MisfitException {
        for (FileStatus file : files) {
            Optional<String> found = difference.apply(file);
            if (found.isPresent()) {
                throw new MisfitException(manifest.path(), found.get(), MisfitException.WRITE_AGAIN, null);
            }
        }
    }

    private void checkFiles(StoredManifest manifest, List<FileStatus> files) throws MisfitException {
        // Files that the manifest does not list may be far away. Their common directory can be a whole bucket.
        checkEach(manifest, files, manifest::difference);
        FileVersions versions = manifest.hasVersions() ? versions(manifest, files) : FileVersions.NONE;
        checkEach(manifest, files, file -> manifest.difference(file, versions));
    }

    private FileVersions versions(StoredManifest manifest, List<FileStatus> files) throws MisfitException {
        try {
            return FileVersions.of(
                    files.stream().map(FileStatus::getPath).toList(),
                    manifest.shards().size(),
                    manifest.path().getFileSystem(configuration));
        } catch (IOException e) {
            throw new MisfitException(
                    manifest.path(),
                    "its directory cannot be listed: " + e.getMessage(),
                    MisfitException.WRITE_AGAIN,
                    e);
        }
    }

    /** Returns the manifest that lists a file, or a manifest that should list it. Prefers manifests already read. */
    private Optional<StoredManifest> of(Path file) throws MisfitException {
        List<Path> places = places(file);
        for (Path place : places) {
            Optional<StoredManifest> manifest = known.getOrDefault(place, Optional.empty());
            if (manifest.isPresent() && manifest.get().lists(file)) {
                return manifest;
            }
        }
        Optional<StoredManifest> stale = Optional.empty();
        for (Path place : places) {
            Optional<StoredManifest> manifest = at(place);
            if (manifest.isPresent() && manifest.get().lists(file)) {
                return manifest;
            }
            stale = stale.isPresent() ? stale : manifest;
        }
        return stale.isEmpty() && !used.isEmpty()
                ? Optional.of(used.values().iterator().next().manifest())
                : stale;
    }

    private Optional<StoredManifest> at(Path place) throws MisfitException {
        Optional<StoredManifest> manifest = known.get(place);
        if (manifest == null) {
            try {
                manifest = StoredManifest.read(place, place.getFileSystem(configuration))
                        .filter(read -> !read.content().columns().isEmpty());
            } catch (IOException e) {
                throw new MisfitException(
                        place, "it cannot be read: " + e.getMessage(), MisfitException.WRITE_AGAIN, e);
            }
            known.put(place, manifest);
        }
        return manifest;
    }

    /** Returns the possible paths of a file's manifest, the nearest first. */
    private static List<Path> places(Path file) {
        Path directory = file.getParent();
        Optional<ShardNames.Member> shard = ShardNames.find(java.nio.file.Path.of(file.getName()));
        if (shard.isPresent()) {
            return List.of(
                    new Path(directory, SetManifest.pathOf(shard.get().names()).toString()));
        }
        List<Path> places = new ArrayList<>();
        places.add(new Path(directory, SetManifest.NAME_IN_DIRECTORY));
        while (StoredManifest.isPartition(directory.getName()) && directory.getParent() != null) {
            directory = directory.getParent();
            places.add(new Path(directory, SetManifest.NAME_IN_DIRECTORY));
        }
        return places;
    }
}
