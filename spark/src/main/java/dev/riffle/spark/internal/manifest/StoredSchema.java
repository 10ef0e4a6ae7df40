package dev.riffle.spark.internal.manifest;

import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.options.SchemaSource;
import dev.riffle.spark.internal.schema.ColumnType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
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

    /** The manifests that list a file of the read. */
    private final Set<StoredManifest> used = new LinkedHashSet<>();

    private StoredSchema(Configuration configuration, RecordOptions options) {
        this.configuration = configuration;
        this.options = options;
    }

    /** Returns whether manifests store the columns of records of this type. */
    static boolean supports(RecordType type) {
        return type == RecordType.EXAMPLE || type == RecordType.SEQUENCE_EXAMPLE;
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
                            "ignored the schema of {}, and inferred a schema from a sample; write the files again to"
                                    + " renew the manifest, or set option schemaSource to sample",
                            e.getMessage());
                    yield Optional.empty();
                }
            }
            case MANIFEST -> {
                try {
                    yield Optional.of(new StoredSchema(configuration, options)
                            .find(files, caseSensitive)
                            .orElseThrow(() -> new MisfitException(
                                    files.get(0).getPath().getParent() + ": no manifest with columns lists "
                                            + files.get(0).getPath().getName())));
                } catch (MisfitException e) {
                    throw new IllegalArgumentException(
                            "option schemaSource is manifest, but no manifest fits: " + e.getMessage()
                                    + "; write the files again with option writeManifest, or set schemaSource to auto,"
                                    + " sample or all",
                            e);
                }
            }
        };
    }

    private Optional<StructType> find(List<FileStatus> listed, boolean caseSensitive) throws MisfitException {
        List<FileStatus> files = new ArrayList<>(listed);
        Collections.sort(files);
        for (FileStatus file : files) {
            Optional<StoredManifest> manifest = of(file.getPath());
            if (manifest.isEmpty()) {
                return Optional.empty();
            }
            used.add(manifest.get());
            Optional<String> difference = manifest.get().difference(file);
            if (difference.isPresent()) {
                throw new MisfitException(manifest.get().path() + ", because " + difference.get());
            }
            if (options.schemaSource() == SchemaSource.AUTO && used.size() > options.sampledFiles()) {
                throw new MisfitException(manifest.get().path() + ", because the files have more than "
                        + options.sampledFiles() + " manifests, and option inferFiles limits their number");
            }
        }
        return used.isEmpty() ? Optional.empty() : Optional.of(columns(caseSensitive));
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
        return stale.isEmpty() && !used.isEmpty() ? Optional.of(used.iterator().next()) : stale;
    }

    private Optional<StoredManifest> at(Path place) throws MisfitException {
        Optional<StoredManifest> manifest = known.get(place);
        if (manifest == null) {
            try {
                manifest = StoredManifest.read(place, place.getFileSystem(configuration))
                        .filter(read -> !read.content().columns().isEmpty());
            } catch (IOException e) {
                throw new MisfitException(place + ", because it cannot be read: " + e.getMessage(), e);
            }
            known.put(place, manifest);
        }
        return manifest;
    }

    /** Returns the possible paths of a file's manifest, the nearest first. */
    private static List<Path> places(Path file) {
        Path directory = file.getParent();
        try {
            ShardNames names =
                    ShardNames.parse(java.nio.file.Path.of(file.getName())).names();
            return List.of(new Path(directory, SetManifest.pathOf(names).toString()));
        } catch (IllegalArgumentException noShard) {
            List<Path> places = new ArrayList<>();
            places.add(new Path(directory, SetManifest.NAME_IN_DIRECTORY));
            while (StoredManifest.isPartition(directory.getName()) && directory.getParent() != null) {
                directory = directory.getParent();
                places.add(new Path(directory, SetManifest.NAME_IN_DIRECTORY));
            }
            return places;
        }
    }

    private StructType columns(boolean caseSensitive) throws MisfitException {
        StoredManifest first = used.iterator().next();
        try {
            Optional<Map<String, String>> types = Optional.of(first.content().columns());
            for (StoredManifest manifest : used) {
                if (manifest.content().format() != options.format()) {
                    throw new IllegalArgumentException(
                            "it lists " + manifest.content().format().title() + " files");
                }
                types = types.flatMap(before ->
                        ManifestColumns.merge(before, manifest.content().columns()));
            }
            if (types.isEmpty()) {
                throw new IllegalArgumentException("another manifest has other types for its columns");
            }
            return readable(ColumnTypeText.parse(types.get()), caseSensitive);
        } catch (IllegalArgumentException e) {
            throw new MisfitException(first.path() + ", because " + e.getMessage(), e);
        }
    }

    private StructType readable(StructType stored, boolean caseSensitive) {
        if (!caseSensitive && !ManifestColumns.differInMoreThanCase(List.of(stored.fieldNames()))) {
            throw new IllegalArgumentException(
                    "the names of columns differ only in case; set spark.sql.caseSensitive to true");
        }
        StructType columns = new StructType();
        for (StructField column : stored.fields()) {
            DataType type = switch (options.stringsWhen()) {
                case VALID -> column.dataType();
                case NEVER -> ColumnTypeText.replaceBytes(column.dataType(), DataTypes.BinaryType);
                case ALWAYS -> ColumnTypeText.replaceBytes(column.dataType(), DataTypes.StringType);
            };
            StructField readable = new StructField(column.name(), type, true, column.metadata());
            ColumnType.of(readable, options);
            String corrupt = options.corruptColumn();
            if (caseSensitive ? corrupt.equals(column.name()) : corrupt.equalsIgnoreCase(column.name())) {
                throw new IllegalArgumentException("column \"" + column.name()
                        + "\" has the name of the corrupt-record column; set option columnNameOfCorruptRecord");
            }
            columns = columns.add(readable);
        }
        return columns;
    }

    /** Reports a manifest that does not fit. The message begins with the manifest and states the reason. */
    private static final class MisfitException extends Exception {

        private static final long serialVersionUID = 1;

        MisfitException(String message) {
            super(message);
        }

        MisfitException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
