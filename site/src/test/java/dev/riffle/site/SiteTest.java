package dev.riffle.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the site of this repository. The profile {@code site} adds the Javadoc and checks the links again. */
class SiteTest {

    private static final Path ROOT = Path.of("..");

    private static final Pattern LOADED =
            Pattern.compile("<(?:script|link|img|iframe)\\b[^>]*(?:src|href)=\"([^\"]*)\"");

    @TempDir
    private static Path directory;

    private static Path site;
    private static SearchIndex index;

    @BeforeAll
    static void write() throws IOException {
        site = directory.resolve("site");
        index = Site.write(Repository.open(ROOT), List.of(), SiteFolder.create(site));
    }

    @Test
    void everyLinkAndAnchorExists() throws IOException {
        assertThat(LinkCheck.check(site, index.urls())).isEmpty();
    }

    @Test
    void everyDocumentIsAPage() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".md")))
                    .hasSizeGreaterThan(40)
                    .allMatch(file -> Files.exists(site.resolve(ROOT.relativize(file)
                            .toString()
                            .replaceFirst("README\\.md$", "index.md")
                            .replaceFirst("md$", "html"))));
        }
        for (String page : List.of("index", "CHANGELOG", "CONTRIBUTING", "ARCHITECTURE", "SECURITY", "LICENSE")) {
            assertThat(site.resolve(page + ".html")).isNotEmptyFile();
        }
        assertThat(site.resolve("docs/images/terminal.svg"))
                .hasSameBinaryContentAs(ROOT.resolve("docs/images/terminal.svg"));
    }

    @Test
    void pagesLoadNothingFromTheNetwork() throws IOException {
        for (Map.Entry<String, String> file : texts(site).entrySet()) {
            if (file.getKey().endsWith(".html")) {
                assertThat(LOADED.matcher(file.getValue()).results().map(found -> found.group(1)))
                        .as(file.getKey())
                        .isNotEmpty()
                        .noneMatch(url -> url.contains(":") || url.startsWith("/"));
            }
        }
        assertThat(site.resolve("site.css")).content().doesNotContain("url(").doesNotContain("@import");
        assertThat(site.resolve("search.js")).content().doesNotContain("http").doesNotContain("fetch");
    }

    @Test
    void twoRunsWriteEqualFiles() throws IOException {
        Path second = directory.resolve("second");
        Site.write(Repository.open(ROOT), List.of(), SiteFolder.create(second));

        assertThat(texts(second)).isEqualTo(texts(site));
    }

    @Test
    void theSearchKnowsHeadings() throws IOException {
        assertThat(index.urls()).contains("docs/guides/sets.html#any-record", "index.html#in-java");
        assertThat(site.resolve("search-index.js"))
                .content()
                .startsWith("riffleSearchIndex([\n")
                .containsPattern("\\[\"docs/guides/sets\\.html\",\"Sets of files[^\"]*\",\\[\n")
                .contains("[\"any-record\",\"Any record\",\"");
    }

    @Test
    void theNavigationHasAllPagesByFolder() throws IOException {
        Repository repository = Repository.open(ROOT);
        Map<String, List<String>> groups = Navigation.of(repository, false).groups();

        assertThat(groups.keySet())
                .containsSubsequence("start", "guides", "guides/cookbook", "migrate", "reference", "project");
        assertThat(groups.get("start"))
                .containsExactly("docs/start/install.md", "docs/start/library.md", "docs/start/command-line.md");
        assertThat(groups.get("reference")).contains("docs/glossary.md");
        assertThat(groups.get("project")).contains("docs/project/releasing.md", "SECURITY.md", "LICENSE");
        assertThat(groups.values().stream().mapToInt(List::size).sum())
                .isEqualTo(repository.pages().size() - 2);
        assertThat(site.resolve("docs/guides/sets.html"))
                .content()
                .contains("<a aria-current=\"page\" href=\"sets.html\">")
                .contains("<a href=\"../start/install.html\">")
                .contains("<details open><summary>Guides</summary>");
    }

    @Test
    void linkedProgramsArePages() throws IOException {
        assertThat(site.resolve("core/src/test/java/dev/riffle/listings/Training.java.html"))
                .content()
                .contains("<span class=\"word\">final</span> <span class=\"word\">class</span> Training");
        assertThat(site.resolve("core/src/test/java/dev/riffle/listings/index.html"))
                .content()
                .contains("<a href=\"Training.java.html\">Training.java</a>");
    }

    private static Map<String, String> texts(Path root) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                texts.put(root.relativize(file).toString(), Files.readString(file));
            }
        }
        return texts;
    }
}
