package dev.riffle.spark.internal.manifest;

import dev.riffle.RecordFormat;
import dev.riffle.spark.internal.options.RecordOptions;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.schema.ColumnType;
import dev.riffle.spark.internal.schema.ExamplesColumn;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Turns the columns of manifests into the columns of a read. */
final class StoredColumns {

    private final RecordOptions options;
    private final boolean caseSensitive;

    /**
     * Creates a conversion for a read.
     *
     * @param caseSensitive whether names that differ only in case are different columns
     */
    StoredColumns(RecordOptions options, boolean caseSensitive) {
        this.options = options;
        this.caseSensitive = caseSensitive;
    }

    /** Returns the columns of all manifests, in the order of the first one. */
    StructType of(Collection<StoredManifest> manifests) throws MisfitException {
        StoredManifest one = manifests.iterator().next();
        Path first = one.path();
        Optional<Map<String, String>> types = Optional.of(one.content().columns());
        for (StoredManifest manifest : manifests) {
            check(manifest);
            Map<String, String> more = manifest.content().columns();
            types = types.flatMap(before -> ManifestColumns.merge(before, more));
        }
        if (types.isEmpty()) {
            throw new MisfitException(
                    first,
                    "another manifest has other types or another array of Examples",
                    "read the directories in separate queries",
                    null);
        }
        StructType stored = exploded(first, parse(first, types.get()));
        checkNames(first, stored);
        StructType columns = new StructType();
        for (StructField column : stored.fields()) {
            columns = columns.add(readable(first, column));
        }
        return columns;
    }

    /** Checks that the records of a manifest have the format and the type of the read, and its own fingerprint. */
    private void check(StoredManifest manifest) throws MisfitException {
        RecordFormat format = manifest.content().format();
        if (format != options.format()) {
            throw new MisfitException(
                    manifest.path(), "it lists " + format.title() + " files", RecordOptions.selecting(format), null);
        }
        StructType columns = parse(manifest.path(), manifest.content().columns());
        checkRecordType(manifest.path(), columns);
        Optional<String> written = manifest.content().schema();
        Optional<String> found = written.isEmpty() ? written : fingerprint(manifest.path(), columns);
        if (found.isPresent() && isComparable(written.get(), found.get()) && !found.equals(written)) {
            throw new MisfitException(
                    manifest.path(),
                    "its columns have the fingerprint " + found.get() + ", but its schema has the fingerprint "
                            + written.get(),
                    MisfitException.WRITE_AGAIN,
                    null);
        }
    }

    /** Returns whether two fingerprints have the same prefix up to a colon. Writers may use their own fingerprints. */
    private static boolean isComparable(String written, String found) {
        return written.startsWith(found.substring(0, found.indexOf(':') + 1));
    }

    private Optional<String> fingerprint(Path manifest, StructType columns) throws MisfitException {
        try {
            return ManifestColumns.fingerprint(columns, options);
        } catch (IllegalArgumentException e) {
            throw unreadable(manifest, e);
        }
    }

    private void checkRecordType(Path manifest, StructType columns) throws MisfitException {
        RecordType given = options.recordType();
        for (StructField column : columns.fields()) {
            RecordType needed = recordType(column.dataType());
            boolean readable = needed == given || needed == RecordType.EXAMPLE;
            if (!readable) {
                throw new MisfitException(
                        manifest,
                        "column \"" + column.name() + "\" is of type "
                                + column.dataType().simpleString() + ", which the record type "
                                + given.optionValue() + " cannot hold",
                        "set option recordType to " + needed.optionValue(),
                        null);
            }
        }
        long arrays = ManifestColumns.arraysOfExamples(columns);
        if (arrays > 1) {
            throw new MisfitException(
                    manifest,
                    "it has " + arrays + " arrays of structs, but a record has one for its Examples",
                    MisfitException.WRITE_AGAIN,
                    null);
        }
        if (given == RecordType.EXAMPLE_LIST_WITH_CONTEXT && arrays == 0) {
            throw new MisfitException(
                    manifest,
                    "it has no array of structs for the Examples of the record type " + given.optionValue(),
                    "set option recordType to " + RecordType.EXAMPLE.optionValue(),
                    null);
        }
    }

    /** Returns the record type that a type needs; Example if all record types can hold it. */
    private static RecordType recordType(DataType type) {
        if (ManifestColumns.isArrayOfStructs(type)) {
            return RecordType.EXAMPLE_LIST_WITH_CONTEXT;
        }
        return type instanceof ArrayType array && array.elementType() instanceof ArrayType
                ? RecordType.SEQUENCE_EXAMPLE
                : RecordType.EXAMPLE;
    }

    private static StructType parse(Path manifest, Map<String, String> types) throws MisfitException {
        try {
            return ColumnTypeText.parse(types);
        } catch (IllegalArgumentException e) {
            throw unreadable(manifest, e);
        }
    }

    private static MisfitException unreadable(Path manifest, IllegalArgumentException e) {
        return new MisfitException(manifest, String.valueOf(e.getMessage()), MisfitException.WRITE_AGAIN, e);
    }

    /** Returns the columns of a row for each Example, if the read explodes Examples. */
    private StructType exploded(Path manifest, StructType stored) throws MisfitException {
        if (!options.explodesExamples()) {
            return stored;
        }
        StructType columns = new StructType();
        for (StructField column : stored.fields()) {
            boolean isExamples = recordType(column.dataType()) == RecordType.EXAMPLE_LIST_WITH_CONTEXT;
            StructField[] fields = isExamples ? ExamplesColumn.features(column).fields() : new StructField[] {column};
            for (StructField field : fields) {
                if (List.of(columns.fieldNames()).contains(field.name())) {
                    throw new MisfitException(
                            manifest,
                            "the context and the Examples have a feature \"" + field.name() + '"',
                            "set option explodeExamples to false",
                            null);
                }
                columns = columns.add(field);
            }
        }
        return columns;
    }

    private void checkNames(Path manifest, StructType columns) throws MisfitException {
        if (!caseSensitive && !ManifestColumns.differInMoreThanCase(List.of(columns.fieldNames()))) {
            throw new MisfitException(
                    manifest, "the names of columns differ only in case", "set spark.sql.caseSensitive to true", null);
        }
    }

    private StructField readable(Path manifest, StructField column) throws MisfitException {
        DataType type = switch (options.stringsWhen()) {
            case VALID -> column.dataType();
            case NEVER -> ColumnTypeText.replaceBytes(column.dataType(), DataTypes.BinaryType);
            case ALWAYS -> ColumnTypeText.replaceBytes(column.dataType(), DataTypes.StringType);
        };
        StructField readable = new StructField(column.name(), type, true, column.metadata());
        String corrupt = options.corruptColumn();
        if (caseSensitive ? corrupt.equals(column.name()) : corrupt.equalsIgnoreCase(column.name())) {
            throw new MisfitException(
                    manifest,
                    "column \"" + column.name() + "\" has the name of the corrupt-record column",
                    "set option columnNameOfCorruptRecord to another name",
                    null);
        }
        if (recordType(type) == RecordType.EXAMPLE_LIST_WITH_CONTEXT) {
            StructType features = ExamplesColumn.features(readable);
            checkNames(manifest, features);
            for (StructField feature : features.fields()) {
                checkType(manifest, feature);
            }
        } else {
            checkType(manifest, readable);
        }
        return readable;
    }

    private void checkType(Path manifest, StructField feature) throws MisfitException {
        try {
            ColumnType.of(feature, options);
        } catch (IllegalArgumentException e) {
            throw unreadable(manifest, e);
        }
    }
}
