package dev.riffle.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SearchIndexTest {

    @Test
    void hasTheTextOfEachSection() {
        Page page = Page.parse(
                "docs/a.md",
                "# A\n\nSome `code`\nand [link](b.md).\n\n## B \"b\"\n\n| x | y |\n|---|---|\n| 1 | 2 |\n");
        SearchIndex index =
                new SearchIndex(List.of(page), List.of(new ApiName("R.of(int)", "p.q", "api/p/q/R.html#of(int)")));

        assertThat(index.script()).isEqualTo("""
                riffleSearchIndex([
                ["docs/a.html","A",[
                ["a","A","Some code and link."],
                ["b-b","B \\"b\\"","x y 1 2"],
                ]],
                ],[
                ["api/p/q/R.html#of(int)","R.of(int)","p.q"],
                ]);
                """);
        assertThat(index.urls()).containsExactly("docs/a.html#a", "docs/a.html#b-b", "api/p/q/R.html#of(int)");
    }

    /** A line separator counts as whitespace, so only a heading of the API could contain it. */
    @Test
    void escapesCharactersThatEndAScriptString() {
        Page page = Page.parse("a.md", "# A\n\n```text\nx\\y\u0001\n```\n");
        ApiName name = new ApiName("a\u2028b", "p", "p.html");

        assertThat(new SearchIndex(List.of(page), List.of(name)).script())
                .contains("\"x\\\\y\\u0001\"")
                .contains("\"a\\u2028b\"");
    }
}
