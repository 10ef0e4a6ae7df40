package dev.riffle.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each Java listing of a document is a part of a test in {@code dev.riffle.listings}, which a comment before it names. */
class JavaListingsTest {

    private static final Pattern BLOCK =
            Pattern.compile("(?:<!-- listing: (\\w+) -->\n+)?```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern REGION = Pattern.compile("// listing\n(.*?)\n *// end\n", Pattern.DOTALL);

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
            Path test = Repository.root()
                    .resolve("core/src/test/java/dev/riffle/listings/" + blocks.group(1) + "Test.java");
            Matcher region = REGION.matcher(Files.readString(test));
            assertThat(region.find()).as("%s has a listing", test).isTrue();
            assertThat(blocks.group(2).strip())
                    .isEqualTo(region.group(1).stripIndent().strip());
        }
    }
}
