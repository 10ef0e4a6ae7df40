package dev.riffle.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageHtmlTest {

    @TempDir
    private Path root;

    @Test
    void linksLeadToPagesOfTheSite() throws IOException {
        write("README.md", "# Home\n");
        write("docs/cookbook/README.md", "# Cookbook\n");
        write("docs/images/a.svg", "<svg/>");
        write("docs/b.json", "{}");

        assertThat(html("[a](../README.md#x) [b](cookbook/README.md) [c](cookbook) [d](https://x.y/z.md) [e](#me)"))
                .contains("<a href=\"../index.html#x\">a</a>")
                .contains("<a href=\"cookbook/index.html\">b</a>")
                .contains("<a href=\"cookbook/index.html\">c</a>")
                .contains("<a href=\"https://x.y/z.md\">d</a>")
                .contains("<a href=\"#me\">e</a>");
        assertThat(html("![a](images/a.svg) [b](b.json) [c](images)"))
                .contains("<img src=\"images/a.svg\" alt=\"a\"")
                .contains("<a href=\"b.json.html\">b</a>")
                .contains("<a href=\"images/index.html\">c</a>");
    }

    @Test
    void rejectsLinksToMissingFiles() {
        assertThatThrownBy(() -> html("[a](b.md)"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("docs/page.md: a link leads to docs/b.md, which does not exist");
    }

    @Test
    void headingsHaveTheAnchorsOfGitHosts() throws IOException {
        assertThat(html("## What `show` prints, and why\n\n## Again\n\n## Again\n"))
                .contains("<h2 id=\"what-show-prints-and-why\">What <code>show</code> prints, and why ")
                .contains("<h2 id=\"again\">")
                .contains("<h2 id=\"again-1\">");
    }

    @Test
    void commentsDisappearAndOtherHtmlIsRejected() throws IOException {
        assertThat(html("<!-- listing: X -->\n```java\nint i = 1 < 2; // why\n```\n"))
                .doesNotContain("listing")
                .contains("<span class=\"word\">int</span> i = <span class=\"number\">1</span> &lt; ")
                .contains("<span class=\"comment\">// why</span>");
        assertThatThrownBy(() -> html("<div>x</div>\n"))
                .hasMessageStartingWith("docs/page.md: HTML other than a comment");
    }

    @Test
    void tablesAreTables() throws IOException {
        assertThat(html("| a | b |\n|---|---|\n| `1` | 2 |\n"))
                .contains("<th>a</th>")
                .contains("<td><code>1</code></td>");
    }

    @Test
    void aPageBeginsWithItsTitle() {
        assertThatThrownBy(() -> Page.parse("docs/a.md", "Text\n"))
                .hasMessage("docs/a.md: must begin with a title such as '# Sets of files'");
    }

    private String html(String text) throws IOException {
        Files.createDirectories(root.resolve("docs"));
        Repository repository = Repository.open(root);
        return PageHtml.of(Page.parse("docs/page.md", "# Title\n\n" + text), new LinkTargets(repository));
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.writeString(root.resolve(file), text);
    }
}
