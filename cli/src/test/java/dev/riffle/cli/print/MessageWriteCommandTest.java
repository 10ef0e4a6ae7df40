package dev.riffle.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageWriteCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("message", "write");
    }

    @Override
    public List<String> goodArguments() {
        return List.of("-", "--demo");
    }

    @Override
    public List<String> missingFile() {
        return List.of();
    }

    @Override
    public List<String> jsonArguments() {
        return List.of();
    }

    @Test
    void writesTheExampleOfTheDocumentation() throws IOException {
        assertThat(run("m.pb", "--demo").text()).isEqualTo("m.pb: 84 bytes\n");
        Example sample = Example.parse(Files.readAllBytes(directory.resolve("m.pb")));
        assertThat(sample.feature("feature0").longValue()).isZero();
        assertThat(sample.feature("feature1").longValue()).isEqualTo(4);
        assertThat(sample.feature("feature2").utf8Value()).isEqualTo("goat");
        assertThat(sample.feature("feature3").floatValue()).isEqualTo(0.9876f);
    }

    @Test
    void readsTextFormatAndJson() {
        Example one = Samples.number(1);
        for (String text : List.of(one.toText(), one.toJson(), " \n" + one.toJson())) {
            CommandRun run = runWith(text.getBytes(StandardCharsets.UTF_8), "-");
            assertThat(run.out()).isEqualTo(one.toByteArray());
        }
        CommandRun oneFlow =
                runWith(one.toText(Dialect.ONEFLOW).getBytes(StandardCharsets.UTF_8), "-", "--type", "ofrecord");
        assertThat(oneFlow.out()).isEqualTo(one.toByteArray(Dialect.ONEFLOW));
    }

    @Test
    void rejectsTextThatIsNotUtf8() {
        byte[] text = Example.builder().put("a", "x").build().toText().getBytes(StandardCharsets.UTF_8);
        int at = new String(text, StandardCharsets.UTF_8).indexOf('x');
        text[at] = (byte) 0xff;
        CommandRun run = runWith(text, "m.pb");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("standard input: not UTF-8 text at byte " + at + "; write other bytes");
    }

    @Test
    void reportsThePlaceOfAnError() {
        CommandRun run = runWith("features {\n  nonsense\n}".getBytes(StandardCharsets.UTF_8), "m.pb");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("standard input: line 2, column ");
        assertThat(directory.resolve("m.pb")).doesNotExist();
    }

    @Test
    void overwritesOnlyOnRequest() {
        assertThat(run("m.pb", "--demo").code()).isZero();
        assertThat(run("m.pb", "--demo").code()).isEqualTo(2);
        assertThat(run("m.pb", "--demo", "--overwrite").code()).isZero();
        assertThat(run("m.pb", "--demo", "--type", "sequence-example").code()).isEqualTo(2);
    }
}
