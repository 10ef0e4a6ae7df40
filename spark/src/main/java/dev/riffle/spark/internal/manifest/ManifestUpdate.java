package dev.riffle.spark.internal.manifest;

import dev.riffle.shard.SetManifest;
import dev.riffle.shard.SetManifest.Shard;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.SessionOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.InMemoryFileIndex;
import org.apache.spark.sql.execution.datasources.NoopCache$;
import org.apache.spark.sql.types.StructType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Writes the manifest of a directory after a write. Lists the directory, because only the listing shows which files the
 * committer published and which files other writes left. The new manifest has every listed file, either from the tasks
 * or from the old manifest. If a file is in neither, the class writes no manifest: an old manifest then stays, and a
 * read finds that it does not list all files.
 */
final class ManifestUpdate {

    private static final Logger LOG = LoggerFactory.getLogger(ManifestUpdate.class);

    private final SparkSession session;
    private final Map<String, String> given;
    private final Path directory;
    private final Path place;
    private final FileSystem files;
    private final RecordOptions options;
    private final StructType columns;

    ManifestUpdate(
            SparkSession session, Map<String, String> given, Path directory, RecordOptions options, StructType columns)
            throws IOException {
        this.session = session;
        this.given = given;
        this.files = directory.getFileSystem(SessionOptions.hadoop(given, session));
        this.directory = files.makeQualified(directory);
        this.place = new Path(this.directory, SetManifest.NAME_IN_DIRECTORY);
        this.options = options;
        this.columns = columns;
    }

    void write(List<WrittenFile> written, int partitionLevels) throws IOException {
        Map<String, WrittenFile> added = byName(written, partitionLevels);
        List<FileStatus> listed = list();
        if (listed.isEmpty()) {
            return;
        }
        Optional<StoredManifest> old = StoredManifest.read(place, files);
        FileVersions versions =
                FileVersions.of(listed.stream().map(FileStatus::getPath).toList(), listed.size(), files);
        List<Shard> shards = new ArrayList<>();
        boolean extended = false;
        for (FileStatus file : listed) {
            String name = StoredManifest.relative(directory, file.getPath()).orElseThrow();
            WrittenFile ours = added.get(name);
            if (ours != null && ours.bytes() == file.getLen()) {
                shards.add(new Shard(name, ours.records(), ours.bytes(), ours.crc32c(), versions.of(file.getPath())));
            } else if (old.isPresent() && old.get().difference(file, versions).isEmpty()) {
                shards.add(old.get().shards().get(name));
                extended = true;
            } else {
                keep(old, "it does not list " + name + ", a file of another write");
                return;
            }
        }
        Map<String, String> types = ColumnTypeText.of(columns);
        if (extended) {
            SetManifest before = old.orElseThrow().content();
            Optional<Map<String, String>> merged = ManifestColumns.merge(before.columns(), types);
            boolean alike =
                    before.format() == options.format() && before.compression().equals(options.compression());
            if (!alike || merged.isEmpty()) {
                keep(
                        old,
                        "the new files have "
                                + (alike
                                        ? "columns of other types, names in another case or another array of Examples"
                                        : "another compression"));
                return;
            }
            types = merged.get();
        }
        publish(manifest(shards, types));
    }

    /** Returns the new files by their final names, relative to the directory. */
    private static Map<String, WrittenFile> byName(List<WrittenFile> written, int partitionLevels) {
        Map<String, WrittenFile> names = new HashMap<>();
        for (WrittenFile file : written) {
            Path path = new Path(file.path());
            StringBuilder name = new StringBuilder(path.getName());
            for (int i = 0; i < partitionLevels; i++) {
                path = path.getParent();
                name.insert(0, path.getName() + "/");
            }
            names.put(name.toString(), file);
        }
        return names;
    }

    /** Returns the files in the directory and in its partitions, except hidden ones. */
    private List<FileStatus> list() {
        Map<String, String> listing = new HashMap<>(given);
        // Other options, such as pathGlobFilter, would hide files.
        listing.keySet().removeIf(name -> !name.contains("."));
        listing.put("recursiveFileLookup", "true");
        InMemoryFileIndex index = new InMemoryFileIndex(
                session,
                CollectionConverters.asScala(List.of(directory)).toSeq(),
                SessionOptions.toScala(listing),
                Option.empty(),
                NoopCache$.MODULE$,
                Option.empty(),
                Option.empty());
        List<FileStatus> listed = new ArrayList<>();
        for (FileStatus file : CollectionConverters.asJava(index.allFiles())) {
            Path above = file.getPath().getParent();
            while (!above.equals(directory) && StoredManifest.isPartition(above.getName())) {
                above = above.getParent();
            }
            if (above.equals(directory)) {
                listed.add(file);
            }
        }
        listed.sort(Comparator.comparing(FileStatus::getPath));
        return listed;
    }

    private void keep(Optional<StoredManifest> old, String reason) {
        if (old.isPresent()) {
            LOG.warn(
                    "{} is stale, because {}; reads infer a schema until an overwrite renews the manifest",
                    place,
                    reason);
        }
    }

    private SetManifest manifest(List<Shard> shards, Map<String, String> types) {
        return new SetManifest(
                options.format(),
                options.compression(),
                shards,
                ManifestColumns.fingerprint(ColumnTypeText.parse(types), options),
                types);
    }

    /** Replaces the manifest. A reader sees no manifest or a complete one. */
    private void publish(SetManifest manifest) throws IOException {
        Path staged = new Path(directory, SetManifest.NAME_IN_DIRECTORY + "." + UUID.randomUUID() + ".tmp");
        try {
            try (FSDataOutputStream out = files.create(staged, false)) {
                out.write(manifest.toJson().getBytes(StandardCharsets.UTF_8));
            }
            files.delete(place, false);
            if (!files.rename(staged, place)) {
                throw new IOException(place + ": another write has just written this manifest");
            }
        } finally {
            files.delete(staged, false);
        }
    }
}
