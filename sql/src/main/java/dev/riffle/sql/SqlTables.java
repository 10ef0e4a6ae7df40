package dev.riffle.sql;

import dev.riffle.internal.Argument;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
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
     * <p>A statement can read every file that this process can read: absolute names, {@code ..} and links lead out of
     * the directory. For statements of people whom you do not trust, use {@link #within}.
     *
     * @param directory the directory for relative names
     */
    static SqlTables in(Path directory) {
        Argument.present(directory, "directory");
        return new NamedFiles(directory);
    }

    /**
     * Like {@link #in}, but rejects every name that leads out of the folder, with {@code ..}, with an absolute path or
     * through a link. A link to another file in the folder is allowed. The check precedes the read, so it does not
     * protect from another program that replaces a file by a link in between.
     *
     * @param folder the folder for relative names
     */
    static SqlTables within(Path folder) {
        Argument.present(folder, "folder");
        return new ConfinedFiles(folder);
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
     * Returns the files for a name in a function such as {@code read_csv}. By default, these functions are refused.
     * {@link #in} and {@link #within} find files by their names.
     *
     * @param name the name in the statement, without quotes
     * @throws java.nio.file.AccessDeniedException if the statement may not read the file
     * @throws java.nio.file.NoSuchFileException if no such file exists
     * @throws IOException if a directory cannot be read
     */
    default List<Path> files(String name) throws IOException {
        Argument.present(name, "name");
        throw new AccessDeniedException(
                name,
                null,
                "the tables of this query allow no functions over files; write the name into FROM, or implement"
                        + " SqlTables.files");
    }
}
