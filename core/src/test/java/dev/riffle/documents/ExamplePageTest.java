package dev.riffle.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The worked examples of the messages' page are what the library writes and reads. */
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
    void dump() throws IOException {
        byte[] dump = HexDump.of("docs/format/example.md");
        assertThat(dump).isEqualTo(WHOLE.toByteArray());
        assertThat(Example.parse(dump)).isEqualTo(WHOLE);
    }

    @Test
    void textAndJson() throws IOException {
        String page = Files.readString(Repository.root().resolve("docs/format/example.md"));
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
