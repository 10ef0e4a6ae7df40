package dev.riffle.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InstallationTest {

    /** Finds no resource of the given part of the class path. */
    private static ClassLoader without(String missing) {
        return new ClassLoader(InstallationTest.class.getClassLoader()) {
            @Override
            public @Nullable URL getResource(String name) {
                return name.contains(missing) ? null : super.getResource(name);
            }
        };
    }

    @Test
    void acceptsAClassPathWithAllLibraries() throws UsageException {
        Installation all = Installation.running();
        all.requireArrow("--as arrow");
        all.requireDuckDb("riffle sql");
        assertThat(InstallationTest.class.getClassLoader().getResource("org/duckdb/DuckDBDriver.class"))
                .isNotNull();
    }

    @Test
    void namesTheArchiveAndTheJarThatAreMissing() {
        Installation small = Installation.of(without("org/duckdb"), "/opt/two words/riffle");
        assertThatThrownBy(() -> small.requireDuckDb("riffle sql"))
                .isInstanceOf(UsageException.class)
                .hasMessageMatching(
                        "riffle sql needs DuckDB, which this installation does not have; install the archive"
                                + " riffle-[0-9][^ ]*-sql instead, or put duckdb_jdbc-[0-9.]+\\.jar of org\\.duckdb from Maven"
                                + " Central into /opt/two words/riffle/lib/sql");
        assertThatThrownBy(() -> Installation.of(without("org/duckdb"), null).requireDuckDb("--as parquet"))
                .hasMessageStartingWith("--as parquet needs DuckDB")
                .hasMessageEndingWith(" into lib/sql");
    }

    @Test
    void arrowNeedsNoDuckDb() throws UsageException {
        Installation.of(without("org/duckdb"), null).requireArrow("--as arrow");
        Installation bare = Installation.of(without("org/apache/arrow"), null);
        assertThatThrownBy(() -> bare.requireArrow("--as arrow"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--as arrow needs Arrow")
                .hasMessageContaining("--add-opens=java.base/java.nio=ALL-UNNAMED");
        assertThatThrownBy(() -> bare.requireDuckDb("riffle sql")).hasMessageContaining("needs Arrow");
    }
}
