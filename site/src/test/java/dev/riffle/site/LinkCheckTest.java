package dev.riffle.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkCheckTest {

    @TempDir
    private Path site;

    @BeforeEach
    void writeTarget() throws IOException {
        Files.createDirectories(site.resolve("guides"));
        Files.writeString(
                site.resolve("guides/sets.html"), "<h2 id=\"any\">Any</h2><h3 id=\"of(List&lt;T&gt;)\">of</h3>");
    }

    @Test
    void acceptsLinksThatLeadSomewhere() throws IOException {
        Files.writeString(
                site.resolve("index.html"),
                "<h1 id=\"top\"></h1><a href=\"#top\"></a><a href=\"guides/sets.html#any\"></a><a href=\"https://x\"></a>"
                        + "<a href=\"guides/../guides/sets.html#of(List%3CT%3E)\"></a><a href=\"#\"></a>");

        assertThat(LinkCheck.check(site, List.of("guides/sets.html#any"))).isEmpty();
    }

    @Test
    void reportsMissingFilesAndAnchors() throws IOException {
        Files.writeString(
                site.resolve("guides/more.html"),
                "<a href=\"#none\"></a><a href=\"../sets.html\"></a><img src=\"a.png\"><a href=\"sets.html#all\"></a>"
                        + "<a href=\"../guides\"></a>");

        assertThat(LinkCheck.check(site, List.of("guides/sets.html#some", "none.html")))
                .containsExactlyInAnyOrder(
                        "guides/more.html: #none: no such anchor",
                        "guides/more.html: ../sets.html: no such file",
                        "guides/more.html: a.png: no such file",
                        "guides/more.html: sets.html#all: no such anchor",
                        "guides/more.html: ../guides: no such file",
                        "search-index.js: guides/sets.html#some: no such anchor",
                        "search-index.js: none.html: no such file");
    }
}
