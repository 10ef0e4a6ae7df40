package dev.riffle.spark;

import dev.riffle.spark.internal.plan.RecordTable;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTablePartition;
import org.apache.spark.sql.catalyst.catalog.CatalogTableType;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.CatalogFileIndex;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.InsertIntoHadoopFsRelationCommand;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.PartitioningAwareFileIndex;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.collection.immutable.Map;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Rejects a query that overwrites record files which it reads, in any output format. Spark deletes the old files before
 * it reads them. Without this check, Spark rejects only a table that overwrites itself.
 */
final class OverwriteCheck {

    private final SparkSession session;

    OverwriteCheck(SparkSession session) {
        this.session = session;
    }

    /** Checks a write to a path or into a table. */
    void check(InsertIntoHadoopFsRelationCommand insert) {
        if (insert.mode() == SaveMode.Overwrite && !insert.dynamicPartitionOverwrite()) {
            List<FileIndex> read = read(insert.query());
            if (!read.isEmpty() && !doesNothing(insert)) {
                checkNotRead(deletedBy(insert), read);
            }
        }
    }

    /** Checks a query that drops a table and creates it again. */
    void check(CatalogTable table, LogicalPlan query) {
        List<FileIndex> read = read(query);
        if (!read.isEmpty()) {
            checkNotRead(deletedWith(table), read);
        }
    }

    /** Returns whether the query writes nothing, because it has {@code IF NOT EXISTS} and the partition exists. */
    private boolean doesNothing(InsertIntoHadoopFsRelationCommand insert) {
        List<Path> places = new ArrayList<>();
        if (insert.ifPartitionNotExists() && insert.catalogTable().isDefined()) {
            addPartitions(insert.catalogTable().get(), Option.apply(insert.staticPartitions()), places);
        }
        return !places.isEmpty();
    }

    /** Returns the record files that a query reads, through Spark's older and newer interfaces. */
    private static List<FileIndex> read(LogicalPlan query) {
        List<FileIndex> read = new ArrayList<>();
        addRead(query, read);
        return read;
    }

    private static void addRead(LogicalPlan plan, List<FileIndex> read) {
        if (plan instanceof DataSourceV2Relation relation && relation.table() instanceof RecordTable table) {
            read.add(table.fileIndex());
        } else if (plan instanceof LogicalRelation relation
                && relation.relation() instanceof HadoopFsRelation files
                && files.fileFormat() instanceof RecordFileFormat) {
            read.add(files.location());
        }
        CollectionConverters.asJava(plan.children()).forEach(child -> addRead(child, read));
        CollectionConverters.asJava(plan.subqueries()).forEach(child -> addRead(child, read));
    }

    /**
     * Returns the directories whose files the write deletes. They are the directory of the named partitions, or else of
     * the table, and the partitions at other locations.
     */
    private List<Path> deletedBy(InsertIntoHadoopFsRelationCommand insert) {
        Map<String, String> named = insert.staticPartitions();
        Path folder = insert.outputPath();
        for (Attribute column : CollectionConverters.asJava(insert.partitionColumns())) {
            Option<String> value = named.get(column.name());
            if (value.isDefined()) {
                folder = new Path(folder, ExternalCatalogUtils.getPartitionPathString(column.name(), value.get()));
            }
        }
        List<Path> deleted = new ArrayList<>();
        deleted.add(folder);
        if (insert.catalogTable().isDefined()) {
            addPartitionsElsewhere(insert.catalogTable().get(), Option.apply(named), deleted);
        }
        return deleted;
    }

    /**
     * Returns the directories whose files Spark deletes with an existing table of this name, and the location of the
     * new table.
     */
    private List<Path> deletedWith(CatalogTable table) {
        SessionCatalog catalog = session.sessionState().catalog();
        List<Path> deleted = new ArrayList<>();
        CatalogTable old = existing(table.identifier(), catalog);
        if (old != null && old.tableType().equals(CatalogTableType.MANAGED())) {
            addLocation(old.storage().locationUri(), deleted);
            addPartitionsElsewhere(old, Option.empty(), deleted);
        }
        if (table.storage().locationUri().isDefined()) {
            addLocation(table.storage().locationUri(), deleted);
        } else {
            deleted.add(new Path(catalog.defaultTablePath(table.identifier())));
        }
        return deleted;
    }

    private static @Nullable CatalogTable existing(TableIdentifier name, SessionCatalog catalog) {
        if (!catalog.tableExists(name)) {
            return null;
        }
        try {
            return catalog.getTableMetadata(name);
        } catch (NoSuchNamespaceException | NoSuchTableException e) { // Another session has just dropped the table.
            return null;
        }
    }

    private void addPartitions(CatalogTable table, Option<Map<String, String>> named, List<Path> places) {
        if (table.tracksPartitionsInCatalog() && table.partitionColumnNames().nonEmpty()) {
            for (CatalogTablePartition partition : CollectionConverters.asJava(
                    session.sessionState().catalog().listPartitions(table.identifier(), named))) {
                addLocation(partition.storage().locationUri(), places);
            }
        }
    }

    /** Adds the partitions at other locations. */
    private void addPartitionsElsewhere(CatalogTable table, Option<Map<String, String>> named, List<Path> places) {
        List<Path> folders = List.copyOf(places);
        List<Path> partitions = new ArrayList<>();
        addPartitions(table, named, partitions);
        for (Path partition : partitions) {
            if (folders.stream().noneMatch(folder -> isIn(partition, folder))) {
                places.add(partition);
            }
        }
    }

    private static void addLocation(Option<URI> location, List<Path> places) {
        if (location.isDefined()) {
            places.add(new Path(location.get()));
        }
    }

    private void checkNotRead(List<Path> deleted, List<FileIndex> read) {
        for (FileIndex index : read) {
            if (index instanceof PartitioningAwareFileIndex listed) {
                checkFilesNotRead(deleted, listed);
            } else if (index instanceof CatalogFileIndex partitioned) {
                // Listing the files of all partitions would take long.
                List<Path> places = new ArrayList<>();
                addPartitions(partitioned.table(), Option.empty(), places);
                places.forEach(place -> checkNotRead(deleted, place));
            } else {
                CollectionConverters.asJava(index.rootPaths()).forEach(place -> checkNotRead(deleted, place));
            }
        }
    }

    /** Checks the directories of the files, because a table has fewer directories than files. */
    private static void checkFilesNotRead(List<Path> deleted, PartitioningAwareFileIndex listed) {
        Set<Path> seen = new HashSet<>();
        for (FileStatus file : CollectionConverters.asJava(listed.allFiles())) {
            if (seen.add(file.getPath().getParent()) || deleted.contains(file.getPath())) {
                checkNotIn(deleted, file.getPath());
            }
        }
    }

    private static void checkNotIn(List<Path> deleted, Path read) {
        for (Path folder : deleted) {
            if (isIn(read, folder)) {
                throw rejected(folder, read);
            }
        }
    }

    private static void checkNotRead(List<Path> deleted, Path read) {
        checkNotIn(deleted, read);
        for (Path folder : deleted) {
            if (isIn(folder, read)) {
                throw rejected(folder, read);
            }
        }
    }

    private static IllegalArgumentException rejected(Path folder, Path read) {
        return new IllegalArgumentException("cannot overwrite " + folder + ", which this query reads (" + read
                + "): Spark would delete these files first; write to another path and rename, or load only the folders"
                + " that you need");
    }

    private static boolean isIn(Path inner, Path outer) {
        URI in = inner.toUri();
        URI out = outer.toUri();
        // A path without a scheme belongs to the default file system, like most paths.
        boolean same = in.getScheme() == null
                || out.getScheme() == null
                || in.getScheme().equalsIgnoreCase(out.getScheme()) && isSame(in.getAuthority(), out.getAuthority());
        String folder = out.getPath().endsWith("/") ? out.getPath() : out.getPath() + "/";
        return same && (in.getPath() + "/").startsWith(folder);
    }

    private static boolean isSame(@Nullable String authority, @Nullable String other) {
        return authority == null ? other == null : authority.equalsIgnoreCase(other);
    }
}
