package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the image of a terminal in the README shows what the commands print, apart from spaces. */
class TerminalImageTest {

    private static final Pattern TEXT = Pattern.compile("<text [^>]*y=\"(\\d+)\"[^>]*>([^<]*)</text>");

    /** The attribute of the complete image is not enough. Chromium then joins the spaces between columns. */
    @Test
    void keepsSpaces() throws IOException {
        String image = Files.readString(Samples.directory().resolve("../docs/images/terminal.svg"));

        assertThat(TEXT.matcher(image).results().map(text -> text.group()))
                .isNotEmpty()
                .allMatch(text -> text.startsWith("<text xml:space=\"preserve\" "));
    }

    @Test
    void showsTheOutput(@TempDir Path directory) throws IOException {
        Samples.penguinsCsv(directory);
        CommandRun.with(directory, new byte[0], "import", "penguins.csv", "-o", "penguins.tfrecord");
        String image = Files.readString(Samples.directory().resolve("../docs/images/terminal.svg"));
        Map<Integer, StringBuilder> lines = new TreeMap<>();
        TEXT.matcher(image)
                .results()
                .forEach(text -> lines.computeIfAbsent(Integer.valueOf(text.group(1)), y -> new StringBuilder())
                        .append(text.group(2)));

        List<String> output = CommandRun.with(directory, new byte[0], "info", "penguins.tfrecord")
                .text()
                .lines()
                .toList();

        assertThat(lines.values().stream()
                        .map(line -> line.toString().replace(" ", ""))
                        .skip(1)
                        .limit(output.size()))
                .containsExactlyElementsOf(
                        output.stream().map(line -> line.replace(" ", "")).toList());
    }
}
