package dev.riffle.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that each Java listing of a document is part of a test. A comment before the listing names the test. The test
 * is in {@code dev.riffle.listings}, or in {@code dev.riffle.formats.listings} if it needs more modules than core. A
 * class that several listings use is a listing too. So is every file under {@code src/interop} that contains a listing,
 * in any language. The test of a listing must expect the output that the document shows. A listing of another system,
 * such as a program before its migration, has the comment "other system" and no test.
 */
class JavaListingsTest {

    private static final List<String> LISTINGS = List.of(
            "core/src/test/java/dev/riffle/listings",
            "formats/src/test/java/dev/riffle/formats/listings",
            "hadoop/src/test/java/dev/riffle/hadoop/listings",
            "spark/src/test/java/dev/riffle/spark/listings");
    private static final List<String> INTEROP = List.of("core/src/interop", "formats/src/interop");
    private static final String TEST = "Test.java";
    /** The ends of the names of files with listings or outputs. A name ends with the first one that fits. */
    private static final List<String> ENDINGS = List.of(TEST, "IT.java", ".java", ".kt", ".scala");

    private static final Pattern BLOCK = Pattern.compile(
            "(?:<!-- listing: (\\w+) -->\n+```\\w+|(?<!<!-- other system -->\n)```java)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern REGION = Pattern.compile("// listing\n(.*?)\n *// end\n", Pattern.DOTALL);
    private static final Pattern OUTPUT =
            Pattern.compile("<!-- output: (\\w+) -->\n+```text\n(.*?)```", Pattern.DOTALL);
    private static final Pattern EXPECTED = Pattern.compile("hasToString\\(\"\"\"\n(.*?)\"\"\"\\)", Pattern.DOTALL);

    static Stream<Path> documents() throws IOException {
        Path root = Repository.root();
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            return Stream.concat(
                            Stream.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")
                                    .map(root::resolve),
                            docs.toList().stream())
                    .filter(page -> page.toString().endsWith(".md") && Files.exists(page))
                    .map(root::relativize);
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void listingsMatchTheTests(Path page) throws IOException {
        Matcher blocks = BLOCK.matcher(Files.readString(Repository.root().resolve(page)));
        while (blocks.find()) {
            assertThat(blocks.group(1))
                    .as("the comment before the listing %s", blocks.group(2))
                    .isNotNull();
            assertThat(blocks.group(2).strip())
                    .isEqualTo(part(blocks.group(1), REGION).stripIndent().strip());
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void outputsMatchTheTests(Path page) throws IOException {
        Matcher outputs = OUTPUT.matcher(Files.readString(Repository.root().resolve(page)));
        while (outputs.find()) {
            assertThat(outputs.group(2))
                    .isEqualTo(part(outputs.group(1), EXPECTED).stripIndent().translateEscapes());
        }
    }

    @Test
    void everyListingIsInADocument() throws IOException {
        StringBuilder pages = new StringBuilder();
        for (Path page : documents().toList()) {
            pages.append(Files.readString(Repository.root().resolve(page)));
        }
        assertThat(listings())
                .isNotEmpty()
                .doesNotHaveDuplicates()
                .allMatch(name -> pages.indexOf("<!-- listing: " + name + " -->") >= 0);
    }

    /** Returns the names of all files with listings. A test without a listing runs a program of the same name. */
    private static List<String> listings() throws IOException {
        List<String> names = new ArrayList<>();
        List<String> tests = new ArrayList<>();
        for (Path file : files()) {
            if (REGION.matcher(Files.readString(file)).find()) {
                names.add(listing(file));
            } else if (file.toString().endsWith(TEST)) {
                tests.add(listing(file));
            }
        }
        assertThat(names).containsAll(tests);
        return names;
    }

    /** Returns the sources in the packages of listings, and those of the profile {@code interop}. */
    private static List<Path> files() throws IOException {
        List<Path> all = new ArrayList<>();
        for (String directory : LISTINGS) {
            try (Stream<Path> files = Files.list(Repository.root().resolve(directory))) {
                all.addAll(files.toList());
            }
        }
        for (String directory : INTEROP) {
            try (Stream<Path> files = Files.walk(Repository.root().resolve(directory))) {
                all.addAll(files.toList());
            }
        }
        all.removeIf(file -> ENDINGS.stream().noneMatch(file.toString()::endsWith));
        return all;
    }

    /** Returns the listing or the expected output in the files of this name, such as a program and its test. */
    private static String part(String name, Pattern pattern) throws IOException {
        for (Path file : files()) {
            if (name.equals(listing(file))) {
                Matcher part = pattern.matcher(Files.readString(file));
                if (part.find()) {
                    return part.group(1);
                }
            }
        }
        throw new AssertionError("no file of " + name + ", such as " + name + TEST + ", matches " + pattern);
    }

    /** Returns the name of a file without its ending. */
    private static String listing(Path file) {
        String name = file.getFileName().toString();
        String ending = ENDINGS.stream().filter(name::endsWith).findFirst().orElseThrow();
        return name.substring(0, name.length() - ending.length());
    }
}
