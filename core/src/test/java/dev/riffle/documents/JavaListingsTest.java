package dev.riffle.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each Java listing of a document is a part of a test in {@code dev.riffle.listings}, which a comment before it names. What a document
 * says a listing prints is what its test insists on.
 */
class JavaListingsTest {

    private static final String LISTINGS = "core/src/test/java/dev/riffle/listings";
    private static final Pattern BLOCK =
            Pattern.compile("(?:<!-- listing: (\\w+) -->\n+)?```java\n(.*?)```", Pattern.DOTALL);
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
    void listingsAreWhatTheTestsRun(Path page) throws IOException {
        Matcher blocks = BLOCK.matcher(Files.readString(Repository.root().resolve(page)));
        while (blocks.find()) {
            assertThat(blocks.group(1))
                    .as("the comment before the listing %s", blocks.group(2))
                    .isNotNull();
            Matcher region = REGION.matcher(test(blocks.group(1)));
            assertThat(region.find())
                    .as("%sTest has a listing", blocks.group(1))
                    .isTrue();
            assertThat(blocks.group(2).strip())
                    .isEqualTo(region.group(1).stripIndent().strip());
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void outputsAreWhatTheTestsExpect(Path page) throws IOException {
        Matcher outputs = OUTPUT.matcher(Files.readString(Repository.root().resolve(page)));
        while (outputs.find()) {
            Matcher expected = EXPECTED.matcher(test(outputs.group(1)));
            assertThat(expected.find())
                    .as("%sTest expects an output", outputs.group(1))
                    .isTrue();
            assertThat(outputs.group(2))
                    .isEqualTo(expected.group(1).stripIndent().translateEscapes());
        }
    }

    @Test
    void everyListingIsInADocument() throws IOException {
        StringBuilder pages = new StringBuilder();
        for (Path page : documents().toList()) {
            pages.append(Files.readString(Repository.root().resolve(page)));
        }
        try (Stream<Path> tests = Files.list(Repository.root().resolve(LISTINGS))) {
            assertThat(tests.map(test -> test.getFileName().toString()).filter(name -> name.endsWith("Test.java")))
                    .isNotEmpty()
                    .allMatch(name -> pages.indexOf("<!-- listing: " + name.replace("Test.java", "") + " -->") >= 0);
        }
    }

    private static String test(String listing) throws IOException {
        return Files.readString(Repository.root().resolve(LISTINGS).resolve(listing + "Test.java"));
    }
}
