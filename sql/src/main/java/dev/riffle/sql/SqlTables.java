package dev.riffle.sql;

import dev.riffle.internal.Argument;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Finds the files for a name in the FROM clause of a statement.
 *
 * <pre>{@code
 * SqlTables tables = name -> SqlTable.records(RecordInput.of(RecordSet.find(Path.of("data"), name)));
 * }</pre>
 *
 * <p>Implementations are safe for use by several threads.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface SqlTables {

    /**
     * Returns tables for names of sets, patterns, directories and files. The names have the forms of {@link
     * dev.riffle.shard.RecordSet#find}. The content of a file decides whether it is a record file.
     *
     * @param directory the directory for relative names
     */
    static SqlTables in(Path directory) {
        Argument.present(directory, "directory");
        return new NamedFiles(directory);
    }

    /**
     * Returns the table for a name.
     *
     * @param name the name in the statement, without quotes
     * @throws java.nio.file.NoSuchFileException if no such file exists
     * @throws IOException if a file cannot be read, or is of an unknown kind
     */
    SqlTable find(String name) throws IOException;

    /**
     * Returns the files for a name in a function such as {@code read_csv}. Default: the files that {@link #in} finds,
     * relative to the working directory.
     *
     * @param name the name in the statement, without quotes
     * @throws java.nio.file.NoSuchFileException if no such file exists
     * @throws IOException if a directory cannot be read
     */
    default List<Path> files(String name) throws IOException {
        Argument.present(name, "name");
        return new NamedFiles(Path.of("")).files(name);
    }
}
