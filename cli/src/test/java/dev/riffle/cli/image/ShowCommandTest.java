package dev.riffle.cli.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Riffle;
import dev.riffle.cli.Samples;
import dev.riffle.cli.terminal.Screen;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureList;
import dev.riffle.example.SequenceExample;
import dev.riffle.formats.image.ImageDecoder;
import dev.riffle.formats.image.ImageFormat;
import dev.riffle.formats.image.ImageHeader;
import dev.riffle.formats.image.MalformedImageException;
import dev.riffle.io.Bytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShowCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("show");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        photograph();
        return List.of("photo.tfrecord");
    }

    private Path photograph() throws IOException {
        return Samples.examples(
                directory.resolve("photo.tfrecord"),
                Example.builder()
                        .put("image/encoded", TestImages.jpeg())
                        .put("image/class/text", "coffee")
                        .build());
    }

    private Path raw() throws IOException {
        return Samples.examples(
                directory.resolve("raw.tfrecord"),
                Samples.number(0),
                Example.builder()
                        .put("height", 2)
                        .put("width", 1)
                        .put("depth", 3)
                        .put("image_raw", new byte[] {-1, 0, 0, 0, 0, -1})
                        .build());
    }

    @Test
    void describesTheImageWithoutATerminal() throws IOException {
        photograph();
        assertThat(run("photo.tfrecord").text())
                .isEqualTo("photo.tfrecord: record 0, feature image/encoded: JPEG, 320 x 213 pixels, 3 channels, "
                        + Sizes.grouped(TestImages.jpeg().size())
                        + " bytes\nthis terminal does not show images; -o FILE writes the image, and --protocol"
                        + " blocks draws it\n");
    }

    @Test
    void drawsRawPixels() throws IOException {
        raw();
        assertThat(run("raw.tfrecord", "--record", "1", "--protocol", "blocks").text())
                .isEqualTo("raw.tfrecord: record 1, feature image_raw: raw pixels, 1 x 2 pixels, 3 channels, 6 bytes\n"
                        + "\033[38;2;255;0;0m\033[48;2;0;0;255m\u2580\033[0m\n");
    }

    @Test
    void drawsWithAProtocolOfTheScreen() throws IOException {
        raw();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Terminal terminal = Terminal.of(
                        new ByteArrayInputStream(new byte[0]),
                        out,
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                        directory,
                        Terminal.Audience.PERSON)
                .withScreen(Screen.terminal("24 80", Map.of("TERM", "xterm", "COLORTERM", "truecolor")));
        assertThat(Riffle.run(terminal, "show", "raw.tfrecord", "--record", "1"))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).endsWith("\033[48;2;0;0;255m\u2580\033[0m\n");
    }

    @Test
    void drawsInTheRequestedWidth() throws IOException {
        photograph();
        List<String> lines =
                run("photo.tfrecord", "--protocol", "blocks", "--width", "40").lines();
        assertThat(lines).hasSize(1 + 14);
        assertThat(lines.get(1).chars().filter(c -> c == '\u2580')).hasSize(40);
        assertThat(run("photo.tfrecord", "--width", "0").code()).isEqualTo(2);
        assertThat(run("photo.tfrecord", "--width", "501").err()).startsWith("--width must be from 1 to 500: 501\n");
    }

    @Test
    void sendsPngToTerminalsThatDecodeIt() throws IOException {
        photograph();
        String kitty = run("photo.tfrecord", "--protocol", "kitty").text();
        assertThat(kitty)
                .contains("\033_Ga=T,f=100,q=2,c=32,m=1;iVBORw0KGgo")
                .contains("\033_Gm=0;")
                .endsWith("\033\\\n");
        assertThat(kitty.split("\033\\\\")).allMatch(piece -> piece.length() < 4096 + 150);
        String iterm = run("photo.tfrecord", "--protocol", "iterm").text();
        assertThat(iterm)
                .contains("\033]1337;File=inline=1;size=")
                .contains(":iVBORw0KGgo")
                .endsWith("\007\n");
        assertThat(run("photo.tfrecord", "--protocol", "sixel").text()).contains("\033P0;1;0q\"1;1;320;213#0;2;");
    }

    @Test
    void writesTheStoredBytes() throws IOException {
        photograph();
        for (String name : List.of("a.jpg", "b.JPEG", "c")) {
            CommandRun run = run("photo.tfrecord", "--output", name);
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.text()).endsWith("written to " + name + "\n");
            assertThat(directory.resolve(name))
                    .hasBinaryContent(TestImages.jpeg().toByteArray());
        }
        assertThat(run("photo.tfrecord", "--output", "-").out())
                .isEqualTo(TestImages.jpeg().toByteArray());
    }

    @Test
    void encodesAgainForAnotherExtension() throws IOException {
        photograph();
        assertThat(run("photo.tfrecord", "--output", "a.png").code()).isZero();
        Bytes png = Bytes.ofOwned(Files.readAllBytes(directory.resolve("a.png")));
        assertThat(ImageDecoder.defaults().decode(png))
                .isEqualTo(ImageDecoder.defaults().decode(TestImages.jpeg()));
        CommandRun gif = run("photo.tfrecord", "--output", "a.gif");
        assertThat(gif.err()).isEqualTo("a.gif: this image can be written as .jpg or .png, not as .gif\n");
        assertThat(gif.code()).isEqualTo(2);
        assertThat(directory.resolve("a.gif")).doesNotExist();
        raw();
        assertThat(run("raw.tfrecord", "-r", "1", "-o", "raw.jpg").code()).isZero();
        assertThat(ImageHeader.read(Bytes.ofOwned(Files.readAllBytes(directory.resolve("raw.jpg")))))
                .isEqualTo(new ImageHeader(ImageFormat.JPEG, 2, 1, 3));
    }

    @Test
    void overwritesOnlyOnRequest() throws IOException {
        photograph();
        Files.writeString(directory.resolve("mine.jpg"), "mine");
        CommandRun run = run("photo.tfrecord", "-o", "mine.jpg");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("mine.jpg: exists already");
        assertThat(directory.resolve("mine.jpg")).hasContent("mine");
        assertThat(run("photo.tfrecord", "-o", "mine.jpg", "--overwrite").code())
                .isZero();
        assertThat(directory.resolve("mine.jpg"))
                .hasBinaryContent(TestImages.jpeg().toByteArray());
    }

    @Test
    void listsOtherImages() throws IOException {
        Samples.examples(
                directory.resolve("a.tfrecord"),
                Example.builder()
                        .put("a", TestImages.dot(1, 2, 3))
                        .put("image/encoded", TestImages.dot(4, 5, 6))
                        .put("text", "BM, but no image")
                        .put("z", TestImages.jpeg())
                        .build());
        CommandRun run = run("a.tfrecord", "--protocol", "blocks");
        assertThat(run.lines().get(0)).contains("feature image/encoded: PNG, 1 x 1 pixels");
        assertThat(run.lines().get(1)).isEqualTo("other images, for --feature: a, z");
        assertThat(run("a.tfrecord", "--feature", "z").text()).contains("feature z: JPEG");
    }

    @Test
    void reportsWhyNoImageIsShown() throws IOException {
        raw();
        CommandRun none = run("raw.tfrecord");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err())
                .isEqualTo("raw.tfrecord: record 0: no feature is an image: the record has n (int64_list)\n");
        assertThat(run("raw.tfrecord", "--record", "2").err())
                .isEqualTo("raw.tfrecord: no record 2; the file has records 0 to 1\n");
        assertThat(run("raw.tfrecord", "--record", "1", "--feature", "x").err())
                .isEqualTo("raw.tfrecord: record 1: no feature x of bytes: the record has depth (int64_list), height"
                        + " (int64_list), image_raw (bytes_list), width (int64_list)\n");
        assertThat(run("raw.tfrecord", "-r", "1", "--value", "1").err())
                .isEqualTo("raw.tfrecord: record 1: feature image_raw has 1 value, so --value must be below 1: 1\n");
        assertThat(run("raw.tfrecord", "--record", "-1").code()).isEqualTo(2);
        Samples.examples(
                directory.resolve("text.tfrecord"),
                Example.builder().put("t", "tea").build());
        assertThat(run("text.tfrecord", "--feature", "t").err())
                .startsWith("text.tfrecord: record 0: feature t is not an image of a known format");
    }

    @Test
    void namesRecordAndFeatureOfABrokenImage() throws IOException {
        Bytes cut = TestImages.jpeg().slice(0, 30);
        Samples.examples(
                directory.resolve("a.tfrecord"),
                Example.builder().put("image/encoded", cut).build());
        CommandRun run = run("a.tfrecord");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .startsWith("a.tfrecord: record 0: feature image/encoded: ")
                .hasLineCount(1);
    }

    @Test
    void showsSequenceStepsAndBareImages() throws IOException {
        SequenceExample film = SequenceExample.builder()
                .put("frames", FeatureList.of(Feature.of(TestImages.dot(1, 1, 1)), Feature.of(TestImages.dot(2, 2, 2))))
                .build();
        RecordWriter.write(directory.resolve("film"), RecordWriterOptions.defaults(), records -> {
            records.write(film.toBytes());
            records.write(TestImages.dot(3, 3, 3));
        });
        assertThat(run("film", "--value", "1", "--protocol", "blocks").text()).contains("\033[38;2;2;2;2m");
        CommandRun bare = run("film", "--record", "1", "--protocol", "blocks");
        assertThat(bare.text())
                .startsWith("film: record 1, the record itself: PNG, 1 x 1 pixels")
                .contains("\033[38;2;3;3;3m");
    }

    @Test
    void escapesControlCharactersInNames() throws IOException {
        Samples.examples(
                directory.resolve("a.tfrecord"),
                Example.builder().put("x\u009b31m", TestImages.dot(1, 1, 1)).build());
        assertThat(run("a.tfrecord").text()).contains("feature x\\u009b31m").doesNotContain("\u009b");
    }

    @Test
    void rejectsFlagsWithoutEffect() throws IOException {
        photograph();
        for (List<String> useless : List.of(
                List.of("--json", "--protocol", "sixel"),
                List.of("--json", "--width", "10"),
                List.of("--width", "10", "--output", "f.png"),
                List.of("--protocol", "blocks", "--output", "f.png"),
                List.of("--overwrite"),
                List.of("--json", "--output", "-"))) {
            List<String> words = new ArrayList<>(useless);
            words.add("photo.tfrecord");
            CommandRun run = run(words.toArray(new String[0]));
            assertThat(run.code()).as(words.toString()).isEqualTo(2);
            assertThat(run.err()).containsPattern("omit|requires -o").contains("'riffle show --help'");
            assertThat(run.out()).isEmpty();
        }
        assertThat(directory.resolve("f.png")).doesNotExist();
    }

    @Test
    void doesNotReplaceItsInput() throws IOException {
        byte[] before = Files.readAllBytes(photograph());
        CommandRun run = run("photo.tfrecord", "--output", "./photo.tfrecord", "--overwrite");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("./photo.tfrecord: is an input, so it cannot be an output");
        assertThat(directory.resolve("photo.tfrecord")).hasBinaryContent(before);
    }

    @Test
    void doesNotMentionSettingsOfTheLibrary() throws IOException {
        Bytes jpeg = TestImages.jpeg();
        MalformedImageException tooLarge = catchThrowableOfType(
                MalformedImageException.class,
                () -> ImageDecoder.defaults().maxBytes(100).decode(jpeg));
        assertThat(ShowRequest.message(tooLarge))
                .contains("320 x 213 pixels of 3 channels are more than 100 bytes; -o FILE without an extension ")
                .doesNotContain("maxBytes");
    }
}
