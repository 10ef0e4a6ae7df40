package dev.riffle.sql;

import dev.riffle.internal.Argument;
import dev.riffle.shard.RecordInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The files of one name in a statement: records, or files that DuckDB reads. Immutable and safe for use by several
 * threads.
 *
 * @since 0.1
 */
public final class SqlTable {

    private final Optional<RecordInput> records;
    private final Optional<FileKind> kind;
    private final List<Path> files;

    private SqlTable(Optional<RecordInput> records, Optional<FileKind> kind, List<Path> files) {
        this.records = records;
        this.kind = kind;
        this.files = List.copyOf(files);
    }

    /** Returns a table of records. */
    public static SqlTable records(RecordInput input) {
        Argument.present(input, "input");
        return new SqlTable(Optional.of(input), Optional.empty(), List.of());
    }

    /**
     * Returns a table of files. If DuckDB reads the files, the table consists of the files: Parquet by content, CSV and
     * JSON by the ending of the name. Otherwise, the table consists of the records.
     *
     * @param files the files, all of one kind
     * @param records the records of the files, if they are record files
     * @throws IOException if a file cannot be read, or the files are not of one kind
     */
    public static SqlTable of(List<Path> files, RecordInput records) throws IOException {
        Argument.allPresent(files, "files");
        Argument.present(records, "records");
        Optional<FileKind> kind = FileKind.ofAll(files, records.options());
        return kind.isEmpty() ? records(records) : new SqlTable(Optional.empty(), kind, files);
    }

    Optional<RecordInput> records() {
        return records;
    }

    Optional<FileKind> kind() {
        return kind;
    }

    List<Path> files() {
        return files;
    }
}
