package dev.riffle.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodeMarkupTest {

    @Test
    void marksWordsStringsCommentsAndNumbers() {
        assertThat(CodeMarkup.block("java", "return \"a // b\" + 4.5f; /* c\nd */"))
                .isEqualTo("<pre tabindex=\"0\"><code><span class=\"word\">return</span> "
                        + "<span class=\"string\">&quot;a // b&quot;</span> + <span class=\"number\">4.5f</span>; "
                        + "<span class=\"comment\">/* c\nd */</span></code></pre>\n");
        assertThat(CodeMarkup.block("sh", "riffle cat 'a#b' # all"))
                .contains("<span class=\"string\">'a#b'</span> <span class=\"comment\"># all</span>");
        assertThat(CodeMarkup.block("console", "$ ls\n")).contains("<span class=\"word\">$ </span>ls");
    }

    @Test
    void otherTextStaysPlain() {
        assertThat(CodeMarkup.block("text", "return 1 < 2 & \"x\""))
                .isEqualTo("<pre tabindex=\"0\"><code>return 1 &lt; 2 &amp; &quot;x&quot;</code></pre>\n");
    }

    /** No language loses or changes a character, even if the code ends inside a string or a comment. */
    @ParameterizedTest
    @ValueSource(strings = {"java", "kotlin", "scala", "python", "sql", "sh", "console", "xml", "json", "text", ""})
    void keepsTheText(String language) {
        for (String code : List.of(
                "a = \"b",
                "/* open",
                "'",
                "\"\"\"",
                "<a b=\"c\"/>",
                "SELECT 'it''s' -- x\n1e5",
                "# x\n$ y",
                "\\",
                "")) {
            String html = CodeMarkup.block(language, code);
            assertThat(Html.unescape(html.replaceAll("<[^>]*>", ""))).isEqualTo(code + "\n");
        }
    }
}
