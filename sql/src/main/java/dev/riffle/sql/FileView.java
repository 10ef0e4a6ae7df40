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
        String scan = kind.function() + "(" + FileNames.list(files) + ")";
        try {
            session.execute("CREATE TEMP VIEW " + DuckSession.identifier(name) + " AS FROM " + scan);
        } catch (SqlException e) {
            throw unreadable(DuckFailure.ofCause(e).text(), e);
        } catch (IOException e) {
            // DuckDB's text about a read that fails
            throw unreadable(String.valueOf(e.getMessage()), e);
        }
    }

    private IOException unreadable(String reason, Exception cause) {
        return new IOException(name + ": DuckDB cannot read this " + kind.title() + ": " + reason, cause);
    }
}
