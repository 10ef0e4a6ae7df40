package dev.riffle.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that each page shows the imports of its Java listings in a section at its end, and that a link before the
 * first listing leads to this section. Listings that show their imports do not count.
 */
class ListingImportsTest {

    private static final Pattern LISTING = Pattern.compile("<!-- listing: (\\w+) -->\n+```java\n");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?([\\w.]+)\\.(\\w+);$");
    private static final Pattern SECTION =
            Pattern.compile("\n## Imports\n.*?<!-- imports -->\n```java\n(.*?)```\n$", Pattern.DOTALL);
    private static final String LINK = "](#imports)";

    static Stream<Path> documents() throws IOException {
        return JavaListingsTest.documents();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyPageShowsTheImportsOfItsListings(Path page) throws IOException {
        String text = Files.readString(Repository.root().resolve(page));
        Set<String> imports = new TreeSet<>();
        int first = -1;
        Matcher listings = LISTING.matcher(text);
        while (listings.find()) {
            Set<String> more = imports(listings.group(1));
            if (imports.addAll(more) && first < 0) {
                first = listings.start();
            }
        }
        Matcher section = SECTION.matcher(text);
        String shown = section.find() ? section.group(1) : "";

        assertThat(shown)
                .as("the section \"Imports\", the last one of the page")
                .isEqualTo(imports.stream().map(line -> line + "\n").collect(Collectors.joining()));
        assertThat(first < 0 || text.lastIndexOf(LINK, first) > 0)
                .as("a link to the imports before the first listing")
                .isTrue();
    }

    /** Returns the imports of a listing's source that the listing uses, unless the listing shows its imports. */
    private static Set<String> imports(String name) throws IOException {
        String source = Files.readString(ListingSources.file(name, ListingSources.REGION));
        Matcher region = ListingSources.REGION.matcher(source);
        assertThat(region.find()).isTrue();
        String listing = region.group(1);
        Set<String> used = new TreeSet<>();
        Matcher imports = IMPORT.matcher(source);
        while (imports.find()) {
            if (imports.start() > region.start()) {
                return Set.of();
            }
            boolean isOfTests = (imports.group(1) + ".").contains(".listings.");
            if (!isOfTests
                    && Pattern.compile("\\b" + imports.group(2) + "\\b")
                            .matcher(listing)
                            .find()) {
                used.add(imports.group());
            }
        }
        return used;
    }
}
