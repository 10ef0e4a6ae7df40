package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that the archive has the licence of every bundled library. */
class LicencesIT {

    /** A row of the table: the name of a jar, three other columns, and the file with the text of its licence. */
    private static final Pattern ROW = Pattern.compile(
            "(?m)^\\| `([^`]+\\.jar)` \\|[^|\\n]+\\|[^|\\n]+\\| ([^|\\n]+) \\| `(licenses/[^`]+)` \\|$");

    private static ZipFile archive;

    @BeforeAll
    static void open() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            archive = new ZipFile(
                    files.filter(file -> file.getFileName().toString().matches("riffle-[0-9].*\\.zip"))
                            .findFirst()
                            .orElseThrow()
                            .toFile());
        }
    }

    @AfterAll
    static void close() throws IOException {
        archive.close();
    }

    /** Compares names with versions, so that a new version of a library also needs a look at its licence. */
    @Test
    void everyBundledLibraryIsInTheTable() throws IOException {
        Set<String> libraries = files("lib/").stream()
                .map(file -> file.substring("lib/".length()))
                .filter(jar -> !jar.startsWith("riffle-"))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(libraries).isNotEmpty();
        assertThat(rows().map(row -> row.group(1)))
                .as("jars in cli/src/assembly/THIRD-PARTY.md")
                .containsExactlyInAnyOrderElementsOf(libraries);
    }

    @Test
    void everyLicenceHasItsText() throws IOException {
        assertThat(rows().map(row -> row.group(3)).distinct())
                .as("texts in cli/src/assembly/licenses")
                .containsExactlyInAnyOrderElementsOf(files("licenses/"));
        for (MatchResult row : rows().toList()) {
            // "Apache 2.0", "MIT", "BSD, 3 clauses"
            String name = row.group(2).replaceFirst("[ ,].*", "");
            String head = text(row.group(3)).strip().lines().findFirst().orElseThrow();
            assertThat(head).as(row.group(1)).contains(name);
        }
    }

    private static Stream<MatchResult> rows() throws IOException {
        return ROW.matcher(text("THIRD-PARTY.md")).results();
    }

    /** Returns the files of a folder of the archive, without the name of the top folder. */
    private static Set<String> files(String folder) {
        return archive.stream()
                .filter(entry -> !entry.isDirectory())
                .map(entry -> entry.getName().replaceFirst("^[^/]*/", ""))
                .filter(name -> name.startsWith(folder))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String text(String name) throws IOException {
        String entry = archive.stream()
                .map(file -> file.getName())
                .filter(file -> file.endsWith("/" + name))
                .findFirst()
                .orElseThrow();
        return new String(archive.getInputStream(archive.getEntry(entry)).readAllBytes(), StandardCharsets.UTF_8);
    }
}
