package dev.riffle.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class UrlsTest {

    @Test
    void relativeLeadsFromPageToPage() {
        assertThat(Urls.relative("index.html", "docs/a.html")).isEqualTo("docs/a.html");
        assertThat(Urls.relative("docs/a.html", "docs/ab.html")).isEqualTo("ab.html");
        assertThat(Urls.relative("docs/guides/a.html", "docs/start/b.html")).isEqualTo("../start/b.html");
        assertThat(Urls.relative("docs/guides/a.html", "index.html")).isEqualTo("../../index.html");
    }

    @Test
    void resolveFollowsSteps() {
        assertThat(Urls.resolve("docs/guides/a.md", "../start/./b.md")).isEqualTo("docs/start/b.md");
        assertThat(Urls.resolve("docs/a.md", "../README.md")).isEqualTo("README.md");
        assertThat(Urls.resolve("a.md", "b.md")).isEqualTo("b.md");
        assertThatThrownBy(() -> Urls.resolve("docs/a.md", "../../b.md"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("docs/a.md: leaves the root: ../../b.md");
    }
}
