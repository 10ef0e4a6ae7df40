package dev.riffle.sql;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Files that DuckDB reads, as a table of a statement.
 *
 * @param name the name in the statement
 * @param kind the kind of the files
 * @param files the files
 */
record FileView(String name, FileKind kind, List<Path> files) {

    /** Makes the files a table of the session. */
    void install(DuckSession session) throws IOException {
        try {
            session.execute("CREATE TEMP VIEW " + DuckSession.identifier(name) + " AS FROM " + kind.function() + "("
                    + FileNames.list(files) + ")");
        } catch (SqlException e) {
            throw new IOException(
                    name + ": DuckDB cannot read this " + kind.title() + ": "
                            + DuckFailure.ofCause(e).text(),
                    e);
        }
    }
}
