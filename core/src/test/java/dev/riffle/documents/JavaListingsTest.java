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

    private static final Pattern BLOCK = Pattern.compile(
            "(?:<!-- listing: (\\w+) -->\n+```\\w+|(?<!<!-- (?:other system|imports) -->\n)```java)\n(.*?)```",
            Pattern.DOTALL);
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
                    .isEqualTo(ListingSources.part(blocks.group(1), ListingSources.REGION)
                            .stripIndent()
                            .strip());
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void outputsMatchTheTests(Path page) throws IOException {
        Matcher outputs = OUTPUT.matcher(Files.readString(Repository.root().resolve(page)));
        while (outputs.find()) {
            assertThat(outputs.group(2))
                    .isEqualTo(ListingSources.part(outputs.group(1), EXPECTED)
                            .stripIndent()
                            .translateEscapes());
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
        for (Path file : ListingSources.files()) {
            if (ListingSources.REGION.matcher(Files.readString(file)).find()) {
                names.add(ListingSources.name(file));
            } else if (file.toString().endsWith(ListingSources.TEST)) {
                tests.add(ListingSources.name(file));
            }
        }
        assertThat(names).containsAll(tests);
        return names;
    }
}
