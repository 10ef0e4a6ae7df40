package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** Tests that the archive has the licence of every bundled library. */
class LicencesIT {

    /** A row of the table: the name of a jar, three other columns, and the file with the text of its licence. */
    private static final Pattern ROW = Pattern.compile(
            "(?m)^\\| `([^`]+\\.jar)` \\|[^|\\n]+\\|[^|\\n]+\\| ([^|\\n]+) \\| `(licenses/[^`]+)` \\|$");

    /** A row of the table of libraries in DuckDB: a name, two other columns and the licence. */
    private static final Pattern LIBRARY =
            Pattern.compile("(?m)^\\| ([^`|\\n]+) \\|[^|\\n]+\\| https:[^|\\n]+ \\| ([^|\\n]+) \\|$");

    /** The unpacked archive with DuckDB. */
    private static final Path HOME = Path.of("target/home");

    /** Compares names with versions, so that a new version of a library also needs a look at its licence. */
    @Test
    void everyBundledLibraryIsInTheTable() throws IOException {
        Set<String> libraries = jars(files(HOME));

        assertThat(libraries).anyMatch(jar -> jar.startsWith("duckdb"));
        assertThat(rows().map(row -> row.group(1)))
                .as("jars in cli/src/assembly/THIRD-PARTY.md")
                .containsExactlyInAnyOrderElementsOf(libraries);
    }

    /** The published archive has the same files as the directory of {@code ./riffle}, except DuckDB. */
    @Test
    void theArchiveLacksOnlyDuckDb() throws IOException {
        Set<String> expected = files(HOME);
        expected.removeIf(file -> file.startsWith("lib/sql/") || file.startsWith("cds/"));

        assertThat(archived()).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static Set<String> jars(Set<String> files) {
        return files.stream()
                .filter(file -> file.startsWith("lib/"))
                .map(file -> file.substring(file.lastIndexOf('/') + 1))
                .filter(jar -> !jar.startsWith("riffle-"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyLicenceHasItsText() throws IOException {
        assertThat(Stream.concat(rows().map(row -> row.group(3)), Stream.of("licenses/duckdb-libraries.txt"))
                        .distinct())
                .as("texts in cli/src/assembly/licenses")
                .containsExactlyInAnyOrderElementsOf(files(HOME).stream()
                        .filter(file -> file.startsWith("licenses/"))
                        .toList());
        for (MatchResult row : rows().toList()) {
            // "Apache 2.0", "MIT", "BSD, 3 clauses"
            String name = row.group(2).replaceFirst("[ ,].*", "");
            String head = text(row.group(3)).strip().lines().findFirst().orElseThrow();
            assertThat(head).as(row.group(1)).contains(name);
        }
    }

    @Test
    void everyLibraryInDuckDbHasItsLicence() throws IOException {
        List<String> libraries = LIBRARY.matcher(text("THIRD-PARTY.md"))
                .results()
                .map(row -> row.group(1) + ": " + row.group(2))
                .toList();

        assertThat(libraries).hasSizeGreaterThan(20).contains("Zstandard: BSD, 3 clauses");
        assertThat(text("licenses/duckdb-libraries.txt")
                        .lines()
                        .filter(line -> line.matches("[A-Za-z0-9_ -]+: [A-Za-z0-9 ,.]+")))
                .containsExactlyElementsOf(libraries);
    }

    private static Stream<MatchResult> rows() throws IOException {
        return ROW.matcher(text("THIRD-PARTY.md")).results();
    }

    private static Set<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Returns the files of the published archive, without the name of the top folder. */
    private static Set<String> archived() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target"));
                ZipFile archive = new ZipFile(
                        files.filter(file -> file.getFileName().toString().matches("riffle-[0-9].*(?<!-sql)\\.zip"))
                                .findFirst()
                                .orElseThrow()
                                .toFile())) {
            return archive.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(entry -> entry.getName().replaceFirst("^[^/]*/", ""))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static String text(String name) throws IOException {
        return Files.readString(HOME.resolve(name));
    }
}
