package dev.riffle.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the library writes and reads the worked examples of the page on messages. */
class ExamplePageTest {

    private static final Pattern TEXT = Pattern.compile("```\n(.*?)```", Pattern.DOTALL);
    private static final Pattern JSON = Pattern.compile("```json\n(.*?)\n```", Pattern.DOTALL);

    private static final Example WHOLE = Example.builder()
            .put("label", 1)
            .put("score", 0.5f, -1f)
            .put("tags", "hi", "")
            .put("text", Feature.notSet())
            .build();

    @Test
    void dumpMatchesTheLibrary() throws IOException {
        byte[] dumpMatchesTheLibrary = HexDump.of("docs/reference/formats/example.md");
        assertThat(dumpMatchesTheLibrary).isEqualTo(WHOLE.toByteArray());
        assertThat(Example.parse(dumpMatchesTheLibrary)).isEqualTo(WHOLE);
    }

    @Test
    void textAndJsonMatchTheLibrary() throws IOException {
        String page = Files.readString(Repository.root().resolve("docs/reference/formats/example.md"));
        Matcher text = TEXT.matcher(page.substring(page.indexOf("## As text")));
        assertThat(text.find()).isTrue();
        assertThat(text.group(1))
                .isEqualTo(Example.builder().put("label", 1).build().toText());
        Matcher json = JSON.matcher(page);
        assertThat(json.find()).isTrue();
        assertThat(json.group(1))
                .isEqualTo(Example.builder()
                        .put("label", 1)
                        .put("score", 0.5f, -1f)
                        .build()
                        .toJson());
    }
}
