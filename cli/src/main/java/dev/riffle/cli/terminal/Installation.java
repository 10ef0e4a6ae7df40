package dev.riffle.cli.terminal;

import dev.riffle.arrow.internal.ArrowAccess;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Checks that this installation has the libraries that only some commands need. A command calls a check before it loads
 * their classes.
 */
public final class Installation {

    private static final String ARROW = "org/apache/arrow/vector/VectorSchemaRoot.class";

    private static final String DUCKDB = "org/duckdb/DuckDBConnection.class";

    private final ClassLoader classes;
    private final @Nullable String home;

    private Installation(ClassLoader classes, @Nullable String home) {
        this.classes = classes;
        this.home = home;
    }

    /** Returns the installation of this process. The launcher sets its directory. */
    public static Installation running() {
        return of(Installation.class.getClassLoader(), System.getProperty("riffle.home"));
    }

    static Installation of(ClassLoader classes, @Nullable String home) {
        return new Installation(classes, home);
    }

    /**
     * Checks that Arrow is present, and that the JVM's flags let it work.
     *
     * @param purpose the work that needs Arrow, such as {@code --as arrow}
     * @throws UsageException if Arrow or a flag is missing
     */
    public void requireArrow(String purpose) throws UsageException {
        if (classes.getResource(ARROW) == null) {
            throw new UsageException(purpose + " needs Arrow, which is not on the class path; start bin/riffle, or add"
                    + " the jars of lib/arrow and --add-opens=java.base/java.nio=ALL-UNNAMED");
        }
        try {
            ArrowAccess.check();
        } catch (IllegalStateException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Checks that Arrow and DuckDB are present.
     *
     * @param purpose the work that needs DuckDB, such as {@code riffle sql}
     * @throws UsageException if Arrow, a flag or DuckDB is missing
     */
    public void requireDuckDb(String purpose) throws UsageException {
        requireArrow(purpose);
        if (classes.getResource(DUCKDB) == null) {
            Properties versions = versions();
            String lib = home == null
                    ? "lib/sql"
                    : Path.of(home).resolve("lib").resolve("sql").toString();
            throw new UsageException(
                    purpose + " needs DuckDB, which this installation does not have; install the archive"
                            + " riffle-" + versions.getProperty("riffle") + "-sql instead, or put duckdb_jdbc-"
                            + versions.getProperty("duckdb") + ".jar of org.duckdb from Maven Central into " + lib);
        }
    }

    private static Properties versions() {
        Properties versions = new Properties();
        try (InputStream in = Installation.class.getResourceAsStream("versions.txt")) {
            if (in != null) {
                versions.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return versions;
    }
}
